import { gatherDeps } from "../../src/app/wiring/diagnosis-wiring.ts";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import type { Archive } from "../../src/archive/archive.ts";
import { createGather, type Gather, type GatherDeps } from "../../src/diagnose/gather/gather.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { countTelemetry, deploymentsIn } from "../../src/ingest/count-telemetry.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { ToolRun } from "../../src/model/diagnostic-tool.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { DeploymentEvent, Telemetry } from "../../src/model/telemetry.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh } from "../store/engines.ts";
import { ACME, NOW, round } from "../store/samples.ts";

export interface Surroundings {
  readonly database: Database;
  readonly archive: Archive;
  readonly deps: GatherDeps;
  readonly toolRuns: ToolRun[];
  readonly related: Incident[];
  readonly gather: Gather;
  /** As the worker keeps it: archived, counted, deployments noted. */
  keep(telemetry: readonly Telemetry[]): Promise<void>;
  picture(incident: Incident): Promise<Picture>;
  /** Closes and removes the store. */
  drop(): Promise<void>;
}

/** So many minutes from now. */
export const at = (minutes: number): number => NOW + minutes * MINUTE_MS;

/** All that surrounds incidents, stored for real; past and related incidents and tool runs are given by the test. */
export async function surroundings(store: Fresh): Promise<Surroundings> {
  const [database, archive] = [await store.openDatabase(), await store.openArchive()];
  const commitBatches = createCommitBatchStore(database);
  const toolRuns: ToolRun[] = [];
  const related: Incident[] = [];
  const deps: GatherDeps = {
    ...gatherDeps(database, archive, { now: () => NOW }),
    similar: { similar: async () => [] },
    families: { related: async () => related },
    toolRuns: { latest: async () => toolRuns },
  };
  const gather = createGather(deps);
  return {
    database,
    archive,
    deps,
    toolRuns,
    related,
    gather,
    async keep(telemetry) {
      await archive.add(telemetry);
      const counted = { counts: countTelemetry(telemetry, NOW), deployments: deploymentsIn(telemetry, NOW) };
      await commitBatches.commit(round(counted), openIncidents, NOW);
    },
    picture: (incident) => gather(ACME, incident, NOW, new AbortController().signal),
    drop: () => store.drop(),
  };
}

export const deployment = (given: Partial<DeploymentEvent> = {}): DeploymentEvent => ({
  kind: "deployment",
  id: uuidv7(NOW),
  organizationId: "acme",
  receivedAt: NOW,
  timestamp: NOW,
  service: "checkout",
  version: "1.2.3",
  environment: "production",
  ...given,
});

export const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
