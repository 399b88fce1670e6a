import type { Archive } from "../../archive/archive.ts";
import type { GatherDeps } from "../../diagnose/gather/gather.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createAlarmedServices } from "../../store/incidents/read-alerted.ts";
import { createFamilyStore } from "../../store/incidents/family-store.ts";
import { createSimilarStore } from "../../store/incidents/similar-store.ts";
import { createToolRunStore } from "../../store/probes/tool-run-store.ts";
import { createRunbookStore } from "../../store/runbooks/runbook-store.ts";
import { createDeploymentStore } from "../../store/signals/deployment-store.ts";
import { createCountedBuckets } from "../../store/signals/telemetry-sums.ts";
import type { Database } from "../../store/sql/database.ts";

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
