import type { Archive } from "../../archive/archive.ts";
import type { GatherDeps } from "../../diagnose/gather/gather.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createCatalogStore } from "../../store/catalog/store.ts";
import type { Database } from "../../store/database.ts";
import { createAlarmedServices } from "../../store/incident/alarmed.ts";
import { createFamilyStore } from "../../store/incident/family.ts";
import { createSimilarStore } from "../../store/incident/similar.ts";
import { createToolRunStore } from "../../store/probe/tool-runs.ts";
import { createRunbookStore } from "../../store/runbook/store.ts";
import { createDeploymentStore } from "../../store/signal/deployments.ts";
import { createCountedBuckets } from "../../store/signal/telemetry-sums.ts";

/** All that a diagnosis reads, of one database and its archive. */
export const gatherDeps = (database: Database, archive: Archive, clock: Clock): GatherDeps => ({
  archive,
  counts: createCountedBuckets(database),
  deployments: createDeploymentStore(database),
  catalog: createCatalogStore(database),
  similar: createSimilarStore(database, clock),
  families: createFamilyStore(database, clock),
  alarmed: createAlarmedServices(database),
  runbooks: createRunbookStore(database),
  toolRuns: createToolRunStore(database),
});
