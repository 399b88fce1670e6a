import { createAssignmentStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { type EscalateDeps, type Escalation, escalate } from "../../src/signal/escalate.ts";
import { readEscalationPlan } from "../../src/signal/escalation-plan.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createEscalationStepStore } from "../../src/store/signals/escalation-steps.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { addMember } from "../../src/team/team.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, incident, NOW } from "./samples.ts";

/** The stores and helpers of the tests about escalation. */
export function escalationWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let made: Incident;
  let now = NOW;
  const clock = { now: () => now };
  const stores = (on: Database) => ({
    incidents: createIncidentStore(on, clock),
    catalog: createCatalogStore(on),
    team: createTeamStore(on, clock),
    assignments: createAssignmentStore(on, clock),
    escalations: createEscalationStepStore(on),
  });
  let deps: ReturnType<typeof stores> & EscalateDeps;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    deps = stores(database);
    made = incident({ severity: "CRITICAL" });
    await deps.incidents.create(ACME, made, []);
  });
  afterEach(() => store.drop());

  const ada = { ...ACME, actor: "Ada" };
  const join = async (name: string, isOnCall: boolean, role?: string): Promise<string> => {
    const given = { name, email: `${name}@example.com`, ...(role === undefined ? {} : { role }) };
    const { id } = await addMember(deps.team, ACME, given, now);
    if (isOnCall) await deps.team.setOnCall(ACME, id, true);
    return id;
  };
  const to = (targetId?: string): Promise<Escalation> => escalate(deps, ada, made.id, targetId, now);
  const plan = () => readEscalationPlan(deps, ACME, made.id, now);
  const escalations = async () =>
    (await deps.incidents.timeline(ACME, made.id)).filter(({ type }) => type === "escalated");
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  return {
    join,
    to,
    escalations,
    plan,
    refused,
    get deps() {
      return deps;
    },
    get now() {
      return now;
    },
    set now(value) {
      now = value;
    },
    get made() {
      return made;
    },
  };
}
