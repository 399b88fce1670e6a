import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { setDependencies } from "../../src/catalog/change-catalog.ts";
import type { BuiltInMode } from "../../src/correlate/evaluate-rules.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createDecisionStore } from "../../src/store/correlation/ledger.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

/** The stores and helpers of the tests about the built-in correlation. */
export function builtInCorrelationWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
  });
  afterEach(() => store.drop());

  const signal = (service: string, name = "Errors", given: Partial<Candidate> = {}): Candidate =>
    candidate({
      service,
      title: `${name} in ${service}`,
      deduplicationKey: `${service} ${name}`,
      observedAt: now,
      ...given,
    });
  const detect = async (signals: readonly Candidate[], builtIn: BuiltInMode = "merge"): Promise<void> => {
    await createCommitBatchStore(database, { builtIn }).commit(round({ candidates: signals }), openIncidents, now);
  };
  const incidents = () => createIncidentStore(database, { now: () => now });
  const all = async (scope = ACME): Promise<readonly Incident[]> => {
    const filter = { deduplicated: false, sortBy: "recency", limit: 200 } as const;
    return (await incidents().list(scope, filter)).incidents.toReversed();
  };
  const byTitle = async (title: string): Promise<Incident> => {
    const found = (await all()).filter((each) => each.title === title).at(-1);
    if (!found) throw new Error(`There is no ${title}.`);
    return found;
  };
  const decisions = async () => (await createDecisionStore(database).list(ACME, { limit: 100 })).decisions;
  const calls = (service: string, callees: readonly string[]) =>
    setDependencies(createCatalogStore(database), ACME, service, callees, now);

  return {
    calls,
    detect,
    signal,
    all,
    decisions,
    incidents,
    byTitle,
    get now() {
      return now;
    },
    set now(value) {
      now = value;
    },
    get database() {
      return database;
    },
  };
}
