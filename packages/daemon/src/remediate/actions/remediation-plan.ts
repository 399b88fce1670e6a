import type { UpstreamReader } from "../../catalog/catalog.ts";
import { ApplicationError, isTemporary } from "../../kernel/errors.ts";
import type { ActionPlan, RemediationAction, RemediationMode } from "../../model/remediation.ts";
import { otherWorkload } from "../../model/remediation-target.ts";
import type { Scope } from "../../model/scope.ts";
import { canonicalJson, sha256 } from "../audit/audit-chain.ts";
import { type ActionRequest, ExecutionRefused, type Executor, type ResolvedTarget } from "../targets/executor.ts";

/** The command that requests the undo, for a person to copy. */
export function undoCommand(
  { incidentId, serviceName, environment }: Pick<RemediationAction, "incidentId" | "serviceName" | "environment">,
  { actionType, parameters }: Pick<ActionRequest, "actionType" | "parameters">,
): string {
  const words = [
    ...["tocsin", "remediation", "request", incidentId, actionType],
    ...Object.entries(parameters).flatMap(([name, value]) => ["--set", `${name}=${String(value)}`]),
    ...(serviceName === null ? [] : ["--service", serviceName]),
    ...(environment === null ? [] : ["--environment", environment]),
  ];
  return words.map(shellWord).join(" ");
}

/** Quoted for a POSIX shell. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export interface PlanDeps {
  readonly catalog: UpstreamReader;
  /** Undefined for an unknown action. */
  readonly executorOf: (actionType: string) => Pick<Executor, "resolveTarget"> | undefined;
  readonly mode: RemediationMode;
}

export interface Planned {
  readonly plan: ActionPlan;
  readonly planHash: string;
  /** Null if unknown. */
  readonly currentReplicas: number | null;
  /** Why it can't be executed now, for people. */
  readonly refused: string | undefined;
}

/** Upstream services that are counted. */
const BLAST_RADIUS_MAX = 5_000;
/** Time limit of `resolveTarget`. */
const RESOLVE_MS_MAX = 10_000;
const RETRY_SECONDS = 5;

export const hashOf = (plan: ActionPlan): string => sha256(canonicalJson(plan));

/**
 * Plans an action against the current state, read-only. Throws `invalid` for parameters, `unavailable` for an
 * unreachable target.
 */
export async function planAction(
  { catalog, executorOf, mode }: PlanDeps,
  scope: Pick<Scope, "organizationId">,
  wanted: ActionRequest & Pick<RemediationAction, "incidentId">,
): Promise<Planned> {
  const { actionType, serviceName, environment } = wanted;
  const { resolved, refused } = await resolveTarget(executorOf(actionType), scope, wanted);
  const workload = otherWorkload(resolved.target, serviceName);
  const names = [serviceName, workload?.name].filter((name): name is string => typeof name === "string");
  const blastRadius = await catalog.countUpstream(scope, names, BLAST_RADIUS_MAX);
  const plan: ActionPlan = {
    actionType,
    mode,
    target: { serviceName, environment, ...resolved.target },
    parameters: resolved.parameters,
    blastRadius,
    rollback: resolved.undo
      ? `${resolved.rollback} To do so: ${undoCommand(wanted, resolved.undo)}`
      : resolved.rollback,
  };
  return { plan, planHash: hashOf(plan), currentReplicas: resolved.currentReplicas, refused };
}

/**
 * Plans a stored action again. Parameters or targets that are no longer valid are in `refused`. Throws `unavailable`.
 */
export async function recomputePlan(deps: PlanDeps, action: RemediationAction): Promise<Planned> {
  try {
    const planned = await planAction(deps, action, action);
    return "cluster" in action.plan.target ? planned : withoutCluster(planned);
  } catch (error) {
    if (!(error instanceof ApplicationError) || isTemporary(error)) throw error;
    return { plan: action.plan, planHash: action.planHash, currentReplicas: null, refused: error.message };
  }
}

/** Plans of old versions name no cluster, and can still be executed. */
function withoutCluster(planned: Planned): Planned {
  const { cluster: _cluster, ...target } = planned.plan.target;
  const plan = { ...planned.plan, target };
  return { ...planned, plan, planHash: hashOf(plan) };
}

/** Unknown actions have no executor, and policy denies them. */
async function resolveTarget(
  executor: Pick<Executor, "resolveTarget"> | undefined,
  scope: Pick<Scope, "organizationId">,
  wanted: ActionRequest,
): Promise<{ readonly resolved: ResolvedTarget; readonly refused: string | undefined }> {
  const none: ResolvedTarget = { target: {}, parameters: wanted.parameters, rollback: null, currentReplicas: null };
  if (!executor) return { resolved: none, refused: undefined };
  const late = AbortSignal.timeout(RESOLVE_MS_MAX);
  try {
    return { resolved: await executor.resolveTarget(scope, wanted, late), refused: undefined };
  } catch (error) {
    if (error instanceof ExecutionRefused) return { resolved: none, refused: error.message };
    if (!late.aborted) throw error;
    throw new ApplicationError("target_unavailable", "The target of the action is unavailable. Try again.", {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  }
}

/** Differences for people, one phrase per field. */
export function differencesOf(before: ActionPlan, now: ActionPlan): readonly string[] {
  const [was, is] = [leavesOf(before), leavesOf(now)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .filter((field) => was.get(field) !== is.get(field))
    .slice(0, DIFFERENCES_MAX)
    .map((field) => `${field} was ${shown(was.get(field))} and is ${shown(is.get(field))}`);
}

const DIFFERENCES_MAX = 20;
const SHOWN_MAX = 200;
const shown = (text: string | undefined): string =>
  text === undefined ? "absent" : text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;

/** Canonical JSON by field; targets and parameters by their own fields. */
function leavesOf(plan: ActionPlan): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [field, value] of Object.entries(plan)) {
    if (field !== "target" && field !== "parameters") leaves.set(field, canonicalJson(value));
    else for (const [key, each] of Object.entries(value as object)) leaves.set(`${field}.${key}`, canonicalJson(each));
  }
  return leaves;
}
