import {
  createActionStore,
  createAssignmentStore,
  createCommitBatchStore,
  createIncidentStore,
  createUnits,
} from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import type { StoredAction } from "../../src/remediate/actions/action-store.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { type CheckDeps, checkCompleted } from "../../src/remediate/verify/check-actions.ts";
import { firstVerification } from "../../src/remediate/verify/judge-effect.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createCheckStore } from "../../src/store/remediation/check-store.ts";
import { createEscalationStepStore } from "../../src/store/signals/escalation-steps.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { planOf } from "./action-samples.ts";
import { actionRow, changed, given } from "./audit-samples.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, incident, NOW, round } from "./samples.ts";

const POLICY = { settleMs: 2 * MINUTE_MS, quietMs: 10 * MINUTE_MS, ineffectiveInARow: 3 };
export const LATER = NOW + 13 * MINUTE_MS;

/** The stores and helpers of the tests about checking what completed. */
export function remediationCheckWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let deps: CheckDeps;
  let now: number;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    now = LATER;
    const clock = { now: () => now };
    incidents = createIncidentStore(database, clock);
    deps = {
      checks: createCheckStore(database),
      units: createUnits(database),
      policy: { current: () => ({ ...builtInPolicy(NOW), verification: POLICY }) },
      escalating: {
        incidents,
        assignments: createAssignmentStore(database, clock),
        catalog: createCatalogStore(database),
        team: createTeamStore(database, clock),
        escalations: createEscalationStepStore(database),
      },
      listeningPeriodOf: () => ({ since: 0, until: now }),
      clock,
    };
  });
  afterEach(() => store.drop());

  const open = async (more: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(more);
    await incidents.create({ ...ACME, organizationId: made.organizationId }, made, []);
    return made;
  };
  /** One that was let through at once and has completed at `at`. */
  const completed = async (
    about: Incident,
    more: Partial<StoredAction> = {},
    at = NOW,
  ): Promise<Omit<StoredAction, "seq">> => {
    const row = actionRow({
      organizationId: about.organizationId,
      incidentId: about.id,
      status: "QUEUED",
      queuedAt: at - MINUTE_MS,
      createdAt: at - MINUTE_MS,
      ...more,
    });
    await given(database, row);
    const fields = firstVerification(POLICY, row.mode, at);
    await changed(database, row, { trigger: "execute" }, at);
    await changed(database, row, { trigger: "complete", fields }, at);
    return row;
  };
  const speaks = (at: number): Promise<CommitOutcome> => {
    const counts = [
      { organizationId: "acme", service: "checkout", span: MINUTE_MS, start: at, events: 40, logs: 40, errors: 0 },
    ];
    return createCommitBatchStore(database).commit(round({ counts }), openIncidents, at);
  };
  const seenAgain = (about: Incident, at: number): Promise<Incident> =>
    incidents.change(ACME, about.id, () => ({ fields: { lastSeenAt: at }, timeline: [], announce: false }));
  const verificationOf = async ({ id, organizationId }: Omit<StoredAction, "seq">) =>
    (await createActionStore(database).get({ ...ACME, organizationId }, id)).verification;
  const reported = async (about: Incident, scope = ACME): Promise<string[]> =>
    (await incidents.timeline(scope, about.id)).map(({ title }) => title);

  const threeThatDidNotHelp = async (): Promise<Incident> => {
    const about = await open();
    for (const minute of [0, 30, 60]) {
      const at = NOW + minute * MINUTE_MS;
      await completed(about, {}, at);
      await seenAgain(about, at + 5 * MINUTE_MS);
      now = at + 13 * MINUTE_MS;
      await checkCompleted(deps);
    }
    return about;
  };
  const suspendedFor = async (scope: typeof ACME, deployment: string, where = {}): Promise<string | null> => {
    const about = await open({ organizationId: scope.organizationId });
    const { target, ...planned } = planOf(deployment);
    const plan = { ...planned, target: { ...target, ...where }, mode: "live" as const };
    const of = { incidentId: about.id, actionType: "restart-service", serviceName: "checkout", plan };
    return (await createActionStore(database).situation(scope, of, now)).facts.suspended;
  };

  return {
    open,
    completed,
    seenAgain,
    verificationOf,
    reported,
    speaks,
    threeThatDidNotHelp,
    suspendedFor,
    get now() {
      return now;
    },
    set now(value: number) {
      now = value;
    },
    get deps() {
      return deps;
    },
    get database() {
      return database;
    },
    get store() {
      return store;
    },
    get incidents() {
      return incidents;
    },
  };
}
