import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { type CorrelationRule, createRule, type GivenRule } from "../../src/correlate/correlation-rule.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore, Opened } from "../../src/incident/store.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import { createDecisionStore } from "../../src/store/correlation/ledger.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, candidate, incident, NOW, opened, round } from "./samples.ts";

/** The stores and helpers of the tests about correlation. */
export function correlationWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const rule = (action: CorrelationRule["action"], given: Partial<GivenRule> = {}, scope = ACME) =>
    createRule(
      createRuleStore(database),
      scope,
      {
        name: action,
        description: "",
        conditions: { matchFields: ["service"], timeWindowMinutes: 30 },
        action,
        ...given,
      },
      now,
    );
  const create = (given: Partial<Incident> = {}, scope: Scope = ACME): Promise<Opened> =>
    incidents.create(
      scope,
      incident({
        organizationId: scope.organizationId,
        createdAt: now,
        updatedAt: now,
        lastSeenAt: now,
        resolveAfterMs: 15 * MINUTE_MS,
        ...given,
      }),
      [],
    );
  const open = async (given: Partial<Incident> = {}): Promise<Incident> => opened(await create(given));
  const read = (id: string): Promise<Incident> => incidents.get(ACME, id);
  const timeline = async (id: string): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type, title }) => `${type}: ${title}`);
  const decisions = async (scope = ACME) => (await createDecisionStore(database).list(scope, { limit: 100 })).decisions;
  const announced = async (): Promise<string[]> =>
    (await createStreamStore(database).after(ACME, 0, 1000)).map(({ data }) => (JSON.parse(data) as Incident).title);
  const signal = (given: Partial<Candidate>): Promise<CommitOutcome> =>
    createCommitBatchStore(database).commit(round({ candidates: [candidate(given)] }), openIncidents, now);

  return {
    rule,
    open,
    read,
    timeline,
    announced,
    decisions,
    create,
    signal,
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
  };
}
