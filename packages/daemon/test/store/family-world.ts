import { expect } from "chai";
import {
  createCommitBatchStore,
  createFamilyStore,
  createIncidentStore,
} from "../../src/app/wiring/incident-wiring.ts";
import { type CorrelationAction, createRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { FamilyStore } from "../../src/incident/unmerge.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident, IncidentStatus } from "../../src/model/incident.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

/** The stores and helpers of the tests about a parent and its children. */
export function familyWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let families: FamilyStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => now });
    families = createFamilyStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const ann = { ...ACME, actor: "Ann" };
  const rule = (action: CorrelationAction) => {
    const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
    return createRule(createRuleStore(database), ACME, { name: action, description: "", conditions, action }, now);
  };
  /** The candidate's incident, as it is then. */
  const signal = async (deduplicationKey: string, given: Partial<Candidate> = {}): Promise<Incident> => {
    const sent = candidate({ deduplicationKey, title: deduplicationKey, observedAt: now, ...given });
    await createCommitBatchStore(database).commit(round({ candidates: [sent] }), openIncidents, now);
    const all = await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 200 });
    return all.incidents.find((each) => each.deduplicationKey === deduplicationKey) as Incident;
  };
  const family = async (): Promise<[parent: Incident, child: Incident]> => {
    await rule("merge");
    const parent = await signal("parent");
    const child = await signal("child");
    expect(child.parentIncidentId).to.equal(parent.id);
    return [parent, child];
  };
  const read = (id: string): Promise<Incident> => incidents.get(ACME, id);
  const move = (id: string, status: IncidentStatus) => changeStatus(incidents, ann, id, status, now);
  const reported = async (id: string): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type, actor, metadata }) =>
      [type, actor, metadata["to"], metadata["reason"]].filter((part) => part !== undefined).join(" "),
    );
  const quiet = (): Promise<number> => resolveQuiet(database, now, 100, resolvingAt(now));
  const announced = async (): Promise<string[]> =>
    (await createStreamStore(database).after(ACME, 0, 1000)).map(({ data }) => {
      const { title, status } = JSON.parse(data) as Incident;
      return `${title} ${status}`;
    });

  return {
    family,
    signal,
    read,
    announced,
    move,
    reported,
    ann,
    quiet,
    rule,
    get now() {
      return now;
    },
    set now(value) {
      now = value;
    },
    get incidents() {
      return incidents;
    },
    get database() {
      return database;
    },
    get families() {
      return families;
    },
  };
}
