import { setTimeout as wait } from "node:timers/promises";
import { createConnection } from "../../adapters/kubernetes/cluster-connection.ts";
import { ClusterFailed } from "../../adapters/kubernetes/kubernetes-failure.ts";
import { namespacesFor } from "../../adapters/kubernetes/remediation/find-objects.ts";
import { createKubernetesExecutor } from "../../adapters/kubernetes/remediation/kubernetes-executor.ts";
import { inCluster } from "../../adapters/kubernetes/remediation/target-cluster.ts";
import type { IncidentStore } from "../../incident/store.ts";
import { MINUTE_MS, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { TelemetryCoverageOf } from "../../model/telemetry-coverage.ts";
import { createExecutionStore } from "../../remediate/execute/record-executions.ts";
import { createExecutionRunner } from "../../remediate/execute/run-executions.ts";
import { createSimulation } from "../../remediate/execute/simulated-executor.ts";
import { createWebhookExecutor } from "../../remediate/execute/webhook-executor.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import { expireApprovals } from "../../remediate/requests/reject-action.ts";
import type { RemediationDeps } from "../../remediate/requests/request-action.ts";
import { conventionalTarget, isBuiltIn } from "../../remediate/targets/built-in-actions.ts";
import type { ExecutorOf } from "../../remediate/targets/executor.ts";
import { type CheckDeps, checkCompleted, escalateSuspended } from "../../remediate/verify/check-actions.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createCheckStore } from "../../store/remediation/check-store.ts";
import { createExecutionJobs } from "../../store/remediation/execution-jobs.ts";
import { createEscalationStepStore } from "../../store/signals/escalation-steps.ts";
import type { Database } from "../../store/sql/database.ts";
import { createTeamStore } from "../../store/team/team-store.ts";
import { type Config, readEnvironmentSecret } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { jobTask, RESOLVE_MS, type Task } from "../runtime/schedule.ts";
import { createActionStore, createAssignmentStore, createIncidentStore, createUnits } from "./incident-wiring.ts";
import { lazyOutbound } from "./outbound-clients.ts";

const POLL_MS = 250;
/** Executions spend nearly all of their time waiting for clusters and addresses; organizations share this number. */
const EXECUTIONS_MAX = 100;
/** Kubernetes itself gives up a rollout after ten minutes. */
const EXECUTION_MS_MAX = 10 * MINUTE_MS;
/** A stop waits this long for requests that are being sent. */
const STOP_MS_MAX = 8 * SECOND_MS;

interface RemediationParts {
  readonly config: Config;
  readonly database: Database;
  readonly policy: CurrentPolicy;
}

/** The ports of requesting, approving and rejecting actions, for the core interface. */
export const remediationDeps = (
  { config, database, policy }: RemediationParts,
  incidents: Pick<IncidentStore, "get">,
): RemediationDeps => ({
  actions: createActionStore(database),
  incidents,
  catalog: createCatalogStore(database),
  policy,
  executorOf: createExecutors(config, policy),
  mode: config.remediationMode,
  clock: systemClock,
});

export interface RemediationWorkerParts extends RemediationParts {
  readonly listeningPeriodOf: TelemetryCoverageOf;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "remediated" | "gauge">;
}

/** Executes, expires and verifies actions until the signal. */
export async function remediationTasks(parts: RemediationWorkerParts, stop: AbortSignal): Promise<readonly Task[]> {
  const { config, database, policy, logger, metrics } = parts;
  const executions = createExecutionStore(createExecutionJobs(database, createUnits(database)));
  // Only one process uses the embedded database, so executions that run there belong to a process that has ended.
  if (database.kind === "sqlite") await executions.reclaim();
  metrics.gauge("tocsin_remediations_open", "Remediation actions that wait or run.", () => executions.countOpen());
  const runner = createExecutionRunner(
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
      concurrency: EXECUTIONS_MAX,
    },
    stop,
  );
  const expiry = { actions: createActionStore(database), clock: systemClock };
  const verification = verificationDeps(parts);
  const settled = () => Promise.race([runner.settled(), wait(STOP_MS_MAX, undefined, { ref: false })]);
  return [
    { ...jobTask("execute remediation actions", POLL_MS, runner), settled },
    { name: "expire approvals", everyMs: RESOLVE_MS, run: () => expireApprovals(expiry) },
    { name: "verify completed actions", everyMs: RESOLVE_MS, run: () => checkCompleted(verification) },
    { name: "escalate suspended actions", everyMs: RESOLVE_MS, run: () => escalateSuspended(verification) },
  ];
}

const verificationDeps = ({ database, policy, listeningPeriodOf }: RemediationWorkerParts): CheckDeps => ({
  checks: createCheckStore(database),
  units: createUnits(database),
  policy,
  escalating: {
    incidents: createIncidentStore(database, systemClock),
    assignments: createAssignmentStore(database, systemClock),
    catalog: createCatalogStore(database),
    team: createTeamStore(database, systemClock),
    escalations: createEscalationStepStore(database),
  },
  listeningPeriodOf,
  clock: systemClock,
});

/** The executor of an action type in the daemon's mode; undefined for an unknown type. */
function createExecutors(config: Config, policy: CurrentPolicy): ExecutorOf {
  const { kubeconfig, allowedNamespaces: namespaces } = config;
  const live = {
    kubernetes: createKubernetesExecutor({ kubeconfig, namespaces, clock: systemClock }),
    webhook: createWebhookExecutor({
      policy,
      outbound: lazyOutbound({ hosts: config.outboundHosts }),
      secretOf: readEnvironmentSecret,
    }),
  };
  const { kubernetes, webhook } = config.remediationMode === "live" ? live : simulated(config, live);
  return (actionType) => {
    if (isBuiltIn(actionType)) return kubernetes;
    return policy.current().actions.has(actionType) ? webhook : undefined;
  };
}

type Executors = Readonly<Record<"kubernetes" | "webhook", NonNullable<ReturnType<ExecutorOf>>>>;

function simulated({ kubeconfig, allowedNamespaces: namespaces }: Config, live: Executors): Executors {
  const connection = createConnection(kubeconfig);
  const kubernetes = createSimulation(
    {
      // A simulation refuses the namespaces that live mode refuses.
      async resolveTarget({ organizationId }, wanted) {
        const resolved = conventionalTarget(wanted, (named) => namespacesFor(namespaces, organizationId, named)[0]);
        return inCluster(resolved, connection).catch((error: unknown) => {
          if (error instanceof ClusterFailed) return resolved;
          throw error;
        });
      },
      render: live.kubernetes.render,
    },
    systemClock,
  );
  return { kubernetes, webhook: createSimulation(live.webhook, systemClock) };
}
