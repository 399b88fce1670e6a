import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { countTelemetry, deploymentsIn } from "../../src/ingest/count-telemetry.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import type { CommitBatch, CommitBatchStore, CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import type { DeploymentStore } from "../../src/signal/service-history.ts";
import type { TelemetryCounts } from "../../src/signal/telemetry-counts.ts";
import { createDeploymentStore } from "../../src/store/signals/deployment-store.ts";
import { createTelemetryCounts } from "../../src/store/signals/telemetry-sums.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

/** The round that the worker makes of it. */
export const roundOf = (telemetry: readonly Telemetry[], given: Partial<CommitBatch> = {}): CommitBatch => ({
  progress: null,
  candidates: [],
  states: [],
  leases: [],
  deadLetters: [],
  replayed: [],
  counts: countTelemetry(telemetry, NOW),
  deployments: deploymentsIn(telemetry, NOW),
  ...given,
});

/** The stores and helpers of the tests about what rounds count. */
export function telemetryCountWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let commitBatches: CommitBatchStore;
  let counts: TelemetryCounts;
  let deployments: DeploymentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    counts = createTelemetryCounts(database);
    deployments = createDeploymentStore(database);
  });
  afterEach(() => store.drop());

  const commit = (
    telemetry: readonly Telemetry[],
    given: Partial<CommitBatch> = {},
    open = openIncidents,
  ): Promise<CommitOutcome> => commitBatches.commit(roundOf(telemetry, given), open, NOW);
  const sum = async (from: number, to: number, services = ["checkout"], scope = ACME): Promise<Counts> =>
    (await counts.sums(scope, services, [{ from, to }], NOW))[0] as Counts;
  const deployed = async (from: number, to: number, most = 10, services = ["checkout"]): Promise<string[]> =>
    (await deployments.between(ACME, services, from, to, most)).map(({ version }) => version);

  return {
    commit,
    sum,
    deployed,
    get counts() {
      return counts;
    },
    get commitBatches() {
      return commitBatches;
    },
    get database() {
      return database;
    },
    get deployments() {
      return deployments;
    },
  };
}
