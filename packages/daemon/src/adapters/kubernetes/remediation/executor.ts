import { setTimeout as wait } from "node:timers/promises";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import { ApplicationError } from "../../../kernel/errors.ts";
import type { AllowedNamespace } from "../../../probe/allowed.ts";
import { ExecutionRefused, type Executor, OutcomeUnknown } from "../../../remediate/targets/executor.ts";
import { type Connection, createConnection } from "../connection.ts";
import { ClusterFailed } from "../failure.ts";
import { aimAt } from "./aim.ts";
import { inCluster } from "./in-cluster.ts";
import { render } from "./render.ts";
import { checkOf, sendOf, traceOf } from "./send.ts";
import { settleOf } from "./settle.ts";

export interface KubernetesExecutorOptions {
  /** The file that names the cluster, as `KUBECONFIG` does; undefined: the one that the daemon runs in. */
  readonly kubeconfig: string | undefined;
  /** Nothing is done outside of them. */
  readonly namespaces: readonly AllowedNamespace[];
  readonly clock: Clock;
  /** Between two looks at a rollout. */
  readonly pollMs?: number;
  /** How long new pods may crash, or wait for an image that can't be had, until the action counts as failed. */
  readonly stuckMs?: number;
}

const POLL_MS = 2 * SECOND_MS;
const STUCK_MS = 2 * MINUTE_MS;
const RETRY_SECONDS = 5;
const TRACE_LOOKS = 5;

/** Restarts, scales and rolls back deployments and deletes pods, by the API of the cluster. */
export function createKubernetesExecutor(options: KubernetesExecutorOptions): Executor {
  const { kubeconfig, namespaces, clock, pollMs = POLL_MS, stuckMs = STUCK_MS } = options;
  const connection: Connection = createConnection(kubeconfig);
  return {
    aim: ({ organizationId }, wanted, signal) =>
      looked(async () =>
        inCluster(await aimAt({ connection, organizationId, signal }, namespaces, wanted), connection),
      ),
    render: (action, now) => [render(action, now)],
    check: (action, signal) => looked(() => checkOf({ connection, signal }, action, clock.now())),
    send: async (action, now, leave, signal) => ({ ...(await sendOf({ connection, signal }, action, now, leave)) }),
    // What no answer came of may still be on its way through the cluster.
    async trace(action, signal) {
      for (let looks = 1; ; looks++) {
        const found = await traceOf({ connection, signal }, action);
        if (found) return { ...found };
        if (looks === TRACE_LOOKS) return undefined;
        await wait(pollMs, undefined, { signal });
      }
    },
    settle: (action, sent, tell, signal) =>
      settleOf({ connection, signal, clock, pollMs, stuckMs }, action, sent, tell),
  };
}

/** Of what changes nothing: a cluster that can't be asked now is asked again later, any other failure is final. */
async function looked<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const isAway = error instanceof OutcomeUnknown || (error instanceof ClusterFailed && isPassing(error.status));
    if (isAway) {
      throw new ApplicationError("target_unavailable", (error as Error).message, { retryAfterSeconds: RETRY_SECONDS });
    }
    throw error instanceof ClusterFailed ? new ExecutionRefused(error.message) : error;
  }
}

const isPassing = (status: ClusterFailed["status"]): boolean =>
  status === undefined || (typeof status === "number" && (status >= 500 || status === 429));
