import type { RemediationAction } from "../../src/model/remediation.ts";
import type { ExecutionStore } from "../../src/remediate/actions/execution-store.ts";
import type { Executor } from "../../src/remediate/targets/executor.ts";

/** What executors act on in these tests: it only notes for which action something was changed, once for each time. */
export interface World {
  readonly applied: string[];
  /** Whether what was done can be seen afterwards, as in a cluster, or not, as with most webhooks. */
  leavesTraces: boolean;
  readonly executor: Executor;
}

export function openWorld(): World {
  const applied: string[] = [];
  const world: World = {
    applied,
    leavesTraces: true,
    executor: {
      resolveTarget: async (_scope, { serviceName, parameters }) => ({
        target: { kind: "Deployment", name: serviceName },
        parameters,
        rollback: null,
        currentReplicas: null,
      }),
      render: ({ id }) => [{ method: "PATCH", url: "/deployments/checkout", headers: {}, body: { id } }],
      check: async () => undefined,
      send: async ({ id }, _now, leave) => {
        leave();
        applied.push(id);
        return { id };
      },
      findEffect: async ({ id }) => (world.leavesTraces && applied.includes(id) ? { id } : undefined),
      async awaitOutcome(_action: RemediationAction, _sent, tell) {
        await tell("1 of 2 pods are new.");
        return { ok: true, summary: "2 of 2 pods are new.", details: {} };
      },
    },
  };
  return world;
}

/** Where a worker dies: at its n-th call, before anything came of it or after. */
export interface Death {
  readonly call: number;
  readonly when: "before" | "after";
}

const forever = new Promise<never>(() => undefined);

/** A worker's store and executor of which one call never returns, and none that comes later. */
export function dying(
  executions: ExecutionStore,
  executor: Executor,
  death: Death,
): { readonly executions: ExecutionStore; readonly executor: Executor; readonly died: Promise<string> } {
  const { promise: died, resolve } = Promise.withResolvers<string>();
  let calls = 0;
  const mortal = <Port extends object>(port: Port): Port => {
    const wrapped = Object.entries(port).map(([name, method]: [string, (...given: unknown[]) => unknown]) => [
      name,
      // What asks nobody can't be in the middle of it.
      name === "render"
        ? method
        : async (...given: unknown[]): Promise<unknown> => {
            const call = ++calls;
            if (call > death.call || (call === death.call && death.when === "before")) {
              resolve(name);
              return forever;
            }
            const answer = await method(...given);
            if (call < death.call) return answer;
            resolve(name);
            return forever;
          },
    ]);
    return Object.fromEntries(wrapped) as Port;
  };
  return { executions: mortal(executions), executor: mortal(executor), died };
}
