import { globOf } from "../../detect/rules/rule-scope.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { environmentKey, knownEnvironment, PRODUCTION } from "../../model/remediation.ts";
import { otherWorkload, spelledAsDeployment } from "../../model/remediation-target.ts";
import type { EnvironmentClaim, Policy, PolicyFacts, PolicyQuestion } from "./policy.ts";

/**
 * Every environment that the catalog, the incident, the namespace map or the action names. Production is added if
 * none of the first three places the target. More environments never make the verdict milder.
 */
export function speakingEnvironments(
  policy: Policy,
  question: PolicyQuestion,
  facts: PolicyFacts,
): readonly EnvironmentClaim[] {
  const catalog = facts.catalogEnvironments.flatMap(({ serviceName, environment }) =>
    spoken("catalog", environment, serviceName),
  );
  const incident = spoken("incident", facts.incidentEnvironment, null);
  const namespace = namespaceEnvironments(policy, question.target["namespace"]);
  const isPlaced = (names: ReadonlySet<string>): boolean => {
    const isMeant = (service: string): boolean => names.has(spelledAsDeployment(service));
    // The incident's environment is that of its own service.
    const isOfIncident = names.size === 0 || facts.incidentServices.slice(0, 1).some(isMeant);
    return catalog.some(({ about }) => about !== null && isMeant(about)) || (incident.length > 0 && isOfIncident);
  };
  const own = new Set(facts.incidentServices.slice(0, 1).map(spelledAsDeployment));
  const isKnown = namespace.length > 0 || (isPlaced(namesOf(question)) && isPlaced(own));
  return [
    ...catalog,
    ...incident,
    ...namespace,
    ...spoken("action", question.environment, null),
    ...(isKnown ? [] : [{ environment: PRODUCTION, source: "nobody", about: null } as const]),
  ];
}

const spoken = (
  source: EnvironmentClaim["source"],
  name: string | null,
  about: string | null,
): readonly EnvironmentClaim[] => {
  const environment = knownEnvironment(name);
  return environment === undefined ? [] : [{ environment, source, about }];
};

const namespaceEnvironments = ({ namespaces }: Policy, namespace: unknown): readonly EnvironmentClaim[] =>
  typeof namespace !== "string"
    ? []
    : namespaces
        .filter((each) => globOf(each.namespace)(namespace))
        .map(({ environment }) => ({ environment, source: "namespace", about: namespace }));

/** Names of the target: a known other workload's own, else all. */
function namesOf({ serviceName, target, targetNames }: PolicyQuestion): ReadonlySet<string> {
  const other = otherWorkload(target, serviceName);
  if (other?.known === "name") return new Set([other.name]);
  return new Set([...targetNames, ...(serviceName === null ? [] : [spelledAsDeployment(serviceName)])]);
}

/** Undefined if all environments agree. */
export function environmentsDiffer(environments: readonly EnvironmentClaim[]): string | undefined {
  if (new Set(environments.map(({ environment }) => environment)).size < 2) return undefined;
  return `${environments.map(describeClaim).join("; ")}. The strictest verdict of all holds.`.replace(/^./, (first) =>
    first.toUpperCase(),
  );
}

function describeClaim({ environment, source, about }: EnvironmentClaim): string {
  const [where, of] = [toSingleLine(environment, 100), toSingleLine(about ?? "", 100)];
  switch (source) {
    case "catalog":
      return `the catalog has ${of} in ${where}`;
    case "incident":
      return `the incident is in ${where}`;
    case "namespace":
      return `the policy maps the namespace ${of} to ${where}`;
    case "action":
      return `the action names ${where}`;
    case "nobody":
      return "nothing else says where the target runs, which counts as production";
  }
}

/** Known names, to detect look-alikes. */
export const environmentsOf = ({ rules, windows, namespaces }: Policy): ReadonlySet<string> =>
  new Set([
    PRODUCTION,
    "prod",
    ...rules.flatMap(({ environments }) => environments),
    ...windows.flatMap(({ environments }) => environments),
    ...namespaces.map(({ environment }) => environmentKey(environment)),
  ]);
