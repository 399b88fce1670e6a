import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createExecutions } from "../../remediate/execute/work.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createExecutionStore } from "../../store/remediation/execution-store.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import type { Task } from "../runtime/schedule.ts";
import { createExecutors } from "./executors.ts";

const POLL_MS = 250;
/** They wait for clusters and addresses for nearly all of their time, and organizations share the room. */
const AT_ONCE = 100;
/** Kubernetes itself gives a rollout up after ten minutes. */
const EXECUTION_MS_MAX = 10 * MINUTE_MS;
/** What is being sent when the daemon stops is waited for. */
const STOP_MS_MAX = 8 * SECOND_MS;

export interface RemediationWorkerParts {
  readonly config: Config;
  readonly database: Database;
  readonly policy: CurrentPolicy;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "remediated" | "gauge">;
}

export interface RemediationWorker {
  readonly tasks: readonly Task[];
  /** To be called after the signal: resolves once nothing is under way here any more. */
  settled(): Promise<void>;
}

/** Executes what was let through, until the signal. */
export async function remediationWorker(
  { config, database, policy, logger, metrics }: RemediationWorkerParts,
  stop: AbortSignal,
): Promise<RemediationWorker> {
  const executions = createExecutionStore(database);
  // One process alone has the embedded database: what is under way there was begun by one that has ended.
  if (database.kind === "sqlite") await executions.takeOver();
  metrics.gauge("tocsin_remediations_open", "Remediation actions that wait for their execution or are under way.", () =>
    executions.countOpen(),
  );
  const worker = createExecutions(
    {
      executions,
      executorOf: createExecutors(config, policy),
      catalog: createCatalogStore(database),
      mode: config.remediationMode,
      policy,
      clock: systemClock,
      logger,
      ended: ({ status, mode }) => metrics.remediated.inc({ status, mode }),
      timeMsMax: EXECUTION_MS_MAX,
      atOnce: AT_ONCE,
    },
    stop,
  );
  return {
    tasks: [{ name: "execute remediation actions", everyMs: POLL_MS, run: () => worker.takeOn() }],
    settled: () => Promise.race([worker.settled(), wait(STOP_MS_MAX, undefined, { ref: false })]),
  };
}
