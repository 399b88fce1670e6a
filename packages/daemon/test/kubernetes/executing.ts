import { createKubernetesExecutor } from "../../src/adapters/kubernetes/remediation/kubernetes-executor.ts";
import type { PlannedAction } from "../../src/adapters/kubernetes/remediation/render-requests.ts";
import { type Clock, systemClock } from "../../src/kernel/clock.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { AllowedNamespace } from "../../src/probe/allowed-targets.ts";
import type { ActionRequest, BeforeSend, Executor, Outcome } from "../../src/remediate/targets/executor.ts";

export const ID = "01930000-0000-7000-8000-000000000001";
export const NOW = Date.parse("2026-11-20T21:00:00Z");
const ORGANIZATION = { organizationId: "shop" };

export const allowed = (...names: string[]): readonly AllowedNamespace[] =>
  names.map((each) => {
    const [name = "", organizationId] = each.split("@");
    return { name, organizationId };
  });

export interface Making {
  readonly namespaces?: readonly AllowedNamespace[];
  readonly clock?: Clock;
  readonly stuckMs?: number;
}

export const executorFor = (
  kubeconfig: string | undefined,
  { namespaces = allowed("default"), clock = systemClock, stuckMs = 60_000 }: Making = {},
): Executor => createKubernetesExecutor({ kubeconfig, namespaces, clock, pollMs: 20, stuckMs });

export const wantedOf = (
  actionType: string,
  parameters: ActionRequest["parameters"] = {},
  serviceName: string | null = "checkout",
): ActionRequest => ({ actionType, serviceName, environment: "staging", parameters });

const whenever: BeforeSend = () => undefined;
const within = (ms = 10_000): AbortSignal => AbortSignal.timeout(ms);

export const resolveTarget = (executor: Executor, wanted: ActionRequest, organizationId = "shop") =>
  executor.resolveTarget({ ...ORGANIZATION, organizationId }, wanted, within());

/** As it would be stored; of an action, executors look at these fields only. */
export async function planned(executor: Executor, wanted: ActionRequest, id = ID): Promise<RemediationAction> {
  const { target, parameters, rollback } = await resolveTarget(executor, wanted);
  const { actionType, serviceName, environment } = wanted;
  const whole = { serviceName, environment, ...target };
  const plan = { actionType, mode: "live" as const, target: whole, parameters, blastRadius: 0, rollback };
  const action: PlannedAction = { id, plan };
  return action as Partial<RemediationAction> as RemediationAction;
}

export interface Ended {
  readonly outcome: Outcome;
  readonly reported: readonly string[];
  readonly sent: Readonly<Record<string, unknown>>;
}

export async function settled(
  executor: Executor,
  action: RemediationAction,
  sent: Readonly<Record<string, unknown>>,
  signal: AbortSignal = within(120_000),
): Promise<Ended> {
  const reported: string[] = [];
  const tell = async (message: string): Promise<void> => {
    if (reported.at(-1) !== message) reported.push(message);
  };
  return { outcome: await executor.awaitOutcome(action, sent, tell, signal), reported, sent };
}

/** In the order in which a worker does it. */
export async function execute(executor: Executor, wanted: ActionRequest): Promise<Ended> {
  const action = await planned(executor, wanted);
  await executor.check(action, within());
  return settled(executor, action, await executor.send(action, systemClock.now(), whenever, within()));
}

export const send = (executor: Executor, action: RemediationAction, ms?: number) =>
  executor.send(action, NOW, whenever, within(ms));
export const check = (executor: Executor, action: RemediationAction) => executor.check(action, within());
export const trace = (executor: Executor, action: RemediationAction) => executor.findEffect(action, within());

/** What it ends with, as `Name: message`; fails where it doesn't. */
export async function failureOf(running: Promise<unknown>): Promise<string> {
  const error: unknown = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error("It should have failed.");
  return `${error.name}: ${error.message}`;
}
