import { expect } from "chai";
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
import { targetKeyOf } from "../../src/model/remediation-target.ts";
import type { CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import type { StoredAction } from "../../src/remediate/actions/action-store.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { type CheckDeps, checkCompleted, escalateSuspended } from "../../src/remediate/verify/check-actions.ts";
import { firstVerification } from "../../src/remediate/verify/judge-effect.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { createCheckStore } from "../../src/store/remediation/check-store.ts";
import { createEscalationStepStore } from "../../src/store/signals/escalation-steps.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { addMember } from "../../src/team/team.ts";
import { withUnits } from "../support/with-units.ts";
import { planOf } from "./action-samples.ts";
import { actionRow, changed, given } from "./audit-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER, round } from "./samples.ts";

const POLICY = { settleMs: 2 * MINUTE_MS, quietMs: 10 * MINUTE_MS, ineffectiveInARow: 3 };
const LATER = NOW + 13 * MINUTE_MS;

onEachEngine("Checking what completed", (fresh) => {
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
  const told = async (about: Incident, scope = ACME): Promise<string[]> =>
    (await incidents.timeline(scope, about.id)).map(({ title }) => title);

  it("writes what it found on the action, in the log and on the timeline", async () => {
    const about = await open();
    const action = await completed(about);
    await seenAgain(about, NOW + 5 * MINUTE_MS);
    now = NOW + 12 * MINUTE_MS - 1;
    await checkCompleted(deps);
    expect((await verificationOf(action))?.status).to.equal("pending");
    now = LATER;
    await checkCompleted(deps);
    const verification = await verificationOf(action);
    expect(verification).to.include({ status: "ineffective", checkedAt: LATER });
    expect(await told(about)).to.deep.equal(["It didn't help: restart-service on checkout in production"]);
    const entries = await createActionStore(database).audit(ACME, action.id, 10);
    expect(entries.at(-1)).to.deep.include({
      event: "checked",
      actor: "system",
      content: { status: "ineffective", reason: verification?.reason },
    });
    expect((await verifyAudit(createAuditPages(database, digestOf), ACME)).broken).to.equal(undefined);
    await checkCompleted(deps);
    expect(await told(about)).to.have.length(1);
  });

  it("counts what the service sent since, and nobody else's", async () => {
    const mine = await completed(await open());
    const theirs = await completed(await open({ organizationId: "other" }));
    await speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted(deps);
    expect((await verificationOf(mine))?.reason).to.match(/while checkout sent 40 records of telemetry/);
    expect((await verificationOf(mine))?.status).to.equal("verified");
    expect((await verificationOf(theirs))?.status).to.equal("inconclusive");
  });

  it("looks again later where the signal came seldom", async () => {
    const about = await open({ resolveAfterMs: 30 * MINUTE_MS });
    const action = await completed(about);
    await speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted(deps);
    expect((await verificationOf(action))?.status).to.equal("pending");
    expect(await deps.checks.due(LATER, 10)).to.deep.equal([]);
    expect(await told(about)).to.deep.equal([]);
    now = NOW + 32 * MINUTE_MS;
    await checkCompleted(deps);
    expect((await verificationOf(action))?.status).to.equal("verified");
    expect((await verifyAudit(createAuditPages(database, digestOf), ACME)).broken).to.equal(undefined);
  });

  it("waits while nobody listens, and holds up no other one", async () => {
    const waiting = await completed(await open());
    const simulated = await completed(await open(), { mode: "simulate" });
    await speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted({ ...deps, listeningPeriodOf: () => ({ since: now, until: now }) });
    expect((await verificationOf(waiting))?.status).to.equal("pending");
    expect(await verificationOf(simulated)).to.include({ status: "inconclusive" });
  });

  it("doesn't know where another action completed on the same target meanwhile", async () => {
    const about = await open();
    const first = await completed(about);
    const targetKey = "live//Deployment/staging/checkout";
    const elsewhere = await completed(await open(), { targetKey });
    await completed(about, { actionType: "scale-service" }, NOW + 4 * MINUTE_MS);
    await completed(about, { actionType: "delete-pod", mode: "simulate" }, NOW + 5 * MINUTE_MS);
    await speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted(deps);
    expect((await verificationOf(first))?.reason).to.match(/^Its signal stays away, but scale-service completed/);
    expect((await verificationOf(elsewhere))?.status).to.equal("verified");
  });

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

  it("suspends automatic actions on a service after three that didn't help", async () => {
    const about = await threeThatDidNotHelp();
    expect(await suspendedFor(ACME, "checkout")).to.match(/^The last 3 actions on checkout in production didn't help/);
    expect(await suspendedFor(ACME, "cart")).to.equal(null);
    expect(await suspendedFor(OTHER, "checkout")).to.equal(null);
    expect((await told(about)).at(-1)).to.equal("Automatic actions on checkout wait for a person now");
    const events = (await database.reader.query(
      "select event from remediation_audit where organization_id = 'acme' order by seq",
    )) as { event: string }[];
    expect(events.slice(-2).map(({ event }) => event)).to.deep.equal(["checked", "automation_suspended"]);
    expect((await verifyAudit(createAuditPages(database, digestOf), ACME)).broken).to.equal(undefined);
  });

  it("lets them run again once one helps", async () => {
    const about = await threeThatDidNotHelp();
    const at = NOW + 90 * MINUTE_MS;
    await seenAgain(about, at - 2 * MINUTE_MS);
    await completed(about, {}, at);
    await speaks(at + 6 * MINUTE_MS);
    now = at + 13 * MINUTE_MS;
    await checkCompleted(deps);
    expect(await suspendedFor(ACME, "checkout")).to.equal(null);
    expect((await told(about)).at(-1)).to.equal("Automatic actions on checkout run by themselves again");
    expect(await deps.checks.escalations(10)).to.deep.equal([]);
  });

  it("stays as it was where plans name their cluster since, until an action helps", async () => {
    const about = await threeThatDidNotHelp();
    const where = { cluster: "https://blue.example" };
    expect(await suspendedFor(ACME, "checkout", where)).to.match(/^The last 3 actions on checkout/);
    const at = NOW + 90 * MINUTE_MS;
    await seenAgain(about, at - 2 * MINUTE_MS);
    const { target, ...planned } = planOf("checkout");
    const plan = { ...planned, mode: "live" as const, target: { ...target, ...where } };
    await completed(about, { plan, targetKey: targetKeyOf(plan) }, at);
    await speaks(at + 6 * MINUTE_MS);
    now = at + 13 * MINUTE_MS;
    await checkCompleted(deps);
    expect(await suspendedFor(ACME, "checkout", where)).to.equal(null);
    expect(await suspendedFor(ACME, "checkout")).to.equal(null);
  });

  it("gives the incident to whoever is suggested, once", async () => {
    const team = createTeamStore(database, deps.clock);
    const grace = await addMember(team, ACME, { name: "Grace", email: "grace@example.com" }, NOW);
    await team.setOnCall(ACME, grace.id, true);
    const about = await threeThatDidNotHelp();
    await escalateSuspended(deps);
    expect((await incidents.get(ACME, about.id)).assigneeId).to.equal(grace.id);
    const titles = await told(about);
    expect(titles).to.include("Escalated to Grace");
    await escalateSuspended(deps);
    expect(await told(about)).to.deep.equal(titles);
  });

  it("says so where there is nobody to give it to", async () => {
    const about = await threeThatDidNotHelp();
    await escalateSuspended(deps);
    expect((await told(about)).at(-1)).to.equal("There is nobody to escalate to");
    await escalateSuspended(deps);
    expect((await told(about)).filter((title) => title.startsWith("There is nobody"))).to.have.length(1);
  });

  it("judges each once, whoever looks", async () => {
    const about = await open();
    for (let index = 0; index < 5; index++)
      await completed(about, { serviceName: `s${index}`, targetKey: `live//Deployment/shop/s${index}` });
    await seenAgain(about, NOW + 5 * MINUTE_MS);
    // Two handles on one file would wait for each other in this thread.
    const [other, units] = withUnits(database.kind === "postgres" ? await store.openDatabase() : database);
    const elsewhere = { ...deps, checks: createCheckStore(other), units };
    await Promise.all([checkCompleted(deps), checkCompleted(elsewhere), checkCompleted(deps)]);
    expect(await told(about)).to.have.length(5);
  });

  it("finds those that are due by an index", async () => {
    await completed(await open());
    const queries = await queriesOf(database, async () => {
      await deps.checks.due(LATER, 10);
      await deps.checks.escalations(10);
    });
    expect(queries[0]?.plan).to.contain("remediation_action_to_verify");
    expect(queries[1]?.plan).to.contain("remediation_breaker_to_escalate");
  });
});
