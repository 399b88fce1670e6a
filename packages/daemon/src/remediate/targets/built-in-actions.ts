import { ApplicationError } from "../../kernel/errors.ts";
import { DNS_LABEL, deploymentNameOf, isSubdomain } from "../../model/remediation-target.ts";
import type { ActionRequest, ResolvedTarget } from "./executor.ts";

/** Other action types are webhooks of the policy file. */
export const builtInActions = ["restart-service", "scale-service", "rollback-deployment", "delete-pod"] as const;
export type BuiltInAction = (typeof builtInActions)[number];
export const isBuiltIn = (actionType: string): actionType is BuiltInAction =>
  (builtInActions as readonly string[]).includes(actionType);

/** Validated parameters; undefined if the action doesn't take them. */
export interface BuiltInParameters {
  readonly namespace: string | undefined;
  readonly deployment: string | undefined;
  readonly replicas: number | undefined;
  readonly toRevision: number | undefined;
  readonly pod: string | undefined;
}

type Name = keyof BuiltInParameters;

export const REPLICAS_MAX = 10_000;
const LABEL_LENGTH_MAX = 63;

const isLabel = (value: unknown): boolean =>
  typeof value === "string" && value.length <= LABEL_LENGTH_MAX && DNS_LABEL.test(value);
const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most;

/** Names as in Kubernetes ("Object Names and IDs"). */
const RULES: Readonly<Record<Name, { readonly wanted: string; readonly fits: (value: unknown) => boolean }>> = {
  namespace: { wanted: "must be the name of a Kubernetes namespace", fits: isLabel },
  deployment: { wanted: "must be the name of a Kubernetes deployment", fits: isSubdomain },
  pod: { wanted: "must be the name of a Kubernetes pod", fits: isSubdomain },
  replicas: {
    wanted: `must be a whole number from 0 to ${REPLICAS_MAX}`,
    fits: (value) => isWhole(value, 0, REPLICAS_MAX),
  },
  toRevision: {
    wanted: "must be a whole number, 1 or more",
    fits: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER),
  },
};

const TAKEN: Readonly<Record<BuiltInAction, { readonly needs: readonly Name[]; readonly takes: readonly Name[] }>> = {
  "restart-service": { needs: [], takes: ["namespace", "deployment"] },
  "scale-service": { needs: ["replicas"], takes: ["replicas", "namespace", "deployment"] },
  "rollback-deployment": { needs: [], takes: ["toRevision", "namespace", "deployment"] },
  "delete-pod": { needs: ["pod"], takes: ["pod", "namespace", "deployment"] },
};

/** Throws `invalid`, which names every wrong parameter. */
export function checkParameters(actionType: BuiltInAction, parameters: ActionRequest["parameters"]): BuiltInParameters {
  const { needs, takes } = TAKEN[actionType];
  const problems = [
    ...needs.filter((name) => parameters[name] === undefined).map((name) => ({ name, message: RULES[name].wanted })),
    ...Object.entries(parameters).flatMap(([name, value]) => {
      const known = takes.find((each) => each === name);
      if (!known) return [{ name, message: `isn't a parameter of ${actionType}, which takes ${takes.join(", ")}` }];
      return value === undefined || RULES[known].fits(value) ? [] : [{ name, message: RULES[known].wanted }];
    }),
  ];
  if (problems.length === 0) return parameters as Partial<BuiltInParameters> as BuiltInParameters;
  throw new ApplicationError("invalid_action_parameters", `The parameters do not fit ${actionType}.`, {
    details: problems.map(({ name, message }) => ({ path: `/parameters/${pointer(name)}`, message })),
  });
}

/** Escaped for a JSON pointer (RFC 6901). */
const pointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * The target by convention, without asking a cluster: the deployment has the service's name, in the namespace that
 * `namespaceFor` returns. Throws `invalid`, and what `namespaceFor` throws.
 */
export function conventionalTarget(
  wanted: ActionRequest,
  namespaceFor: (named: string | undefined) => string,
): ResolvedTarget {
  const { actionType, parameters } = wanted;
  if (!isBuiltIn(actionType))
    throw new ApplicationError("unknown_action_type", `${actionType} is not an action type of Tocsin.`);
  const given = checkParameters(actionType, parameters);
  if (wanted.serviceName === null && given.deployment === undefined) throw whichDeployment();
  const within = { namespace: namespaceFor(given.namespace) };
  const target =
    actionType === "delete-pod"
      ? { kind: "Pod", ...within, name: given.pod as string }
      : { kind: "Deployment", ...within, name: given.deployment ?? deploymentOf(wanted.serviceName) };
  return { target, parameters, rollback: ROLLBACKS[actionType], currentReplicas: null };
}

const ROLLBACKS: Readonly<Record<BuiltInAction, string | null>> = {
  "restart-service": null,
  "scale-service": "Scale back to the number of replicas that there was before.",
  "rollback-deployment": "Roll forward to the revision that ran before.",
  "delete-pod": null,
};

/** Neither service nor deployment is named. */
export const whichDeployment = (): ApplicationError =>
  new ApplicationError("missing_action_target", "The request does not say which deployment to act on.", {
    details: [
      {
        path: "/serviceName",
        message: "must name a service whose deployment goes by its name, where parameters.deployment names none",
      },
    ],
  });

function deploymentOf(serviceName: string | null): string {
  const name = deploymentNameOf(serviceName);
  if (name === undefined) throw whichDeployment();
  return name;
}
