import { setTimeout as wait } from "node:timers/promises";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import { ApplicationError } from "../../../kernel/errors.ts";
import type { AllowedNamespace } from "../../../probe/allowed-targets.ts";
import { ExecutionRefused, type Executor, OutcomeUnknown } from "../../../remediate/targets/executor.ts";
import { type Connection, createConnection } from "../cluster-connection.ts";
import { ClusterFailed } from "../kubernetes-failure.ts";
import { awaitRollout } from "./await-rollout.ts";
import { renderRequest } from "./render-requests.ts";
import { resolveKubernetesTarget } from "./resolve-target.ts";
import { dryRunAction, findEffect, sendAction } from "./send-action.ts";
import { inCluster } from "./target-cluster.ts";

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
    resolveTarget: ({ organizationId }, wanted, signal) =>
      retryRead(async () =>
        inCluster(
          await resolveKubernetesTarget({ connection, organizationId, signal }, namespaces, wanted),
          connection,
        ),
      ),
    render: (action, now) => [renderRequest(action, now)],
    check: (action, signal) => retryRead(() => dryRunAction({ connection, signal }, action, clock.now())),
    send: async (action, now, leave, signal) => ({ ...(await sendAction({ connection, signal }, action, now, leave)) }),
    // A request without an answer may still be on its way through the cluster.
    async findEffect(action, signal) {
      for (let looks = 1; ; looks++) {
        const found = await findEffect({ connection, signal }, action);
        if (found) return { ...found };
        if (looks === TRACE_LOOKS) return undefined;
        await wait(pollMs, undefined, { signal });
      }
    },
    awaitOutcome: (action, sent, report, signal) =>
      awaitRollout({ connection, signal, clock, pollMs, stuckMs }, action, sent, report),
  };
}

/** For operations that change nothing. An unavailable cluster is asked again later; any other failure is final. */
async function retryRead<Value>(work: () => Promise<Value>): Promise<Value> {
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
