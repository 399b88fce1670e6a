import { expect } from "chai";
import { createAssignmentStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { putEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { assignIncident } from "../../src/incident/assign-incident.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { ESCALATION_STEPS_MAX } from "../../src/model/record-limits.ts";
import { type EscalateDeps, type Escalation, escalate } from "../../src/signal/escalate.ts";
import { readEscalationPlan } from "../../src/signal/escalation-plan.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createEscalationStepStore } from "../../src/store/signals/escalation-steps.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { addMember } from "../../src/team/team.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("Escalation", (fresh) => {
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

  it("goes from one to the next and comes round again, and its timeline tells why", async () => {
    const [first, second] = [await join("first", true, "payments"), await join("second", true)];
    const third = await join("third", false, "Payments lead");
    await join("nobody", false);
    await putEntry(deps.catalog, ACME, "checkout", { ownerTeam: "payments", tier: "tier-0" }, now);
    await setDependencies(deps.catalog, ACME, "checkout", ["bank"], now);
    const went: (string | undefined)[] = [];
    for (let time = 0; time < 4; time += 1) {
      now += 1000;
      const answer = await to();
      expect([answer.escalated, answer.state]).to.deep.equal([true, "escalated"]);
      expect(answer.nextStep).to.match(/has the incident/);
      went.push(answer.target?.id);
    }
    expect(went).to.deep.equal([first, second, third, first]);
    const after = await deps.incidents.get(ACME, made.id);
    expect(after).to.include({ assigneeId: first, status: "INVESTIGATING" });
    const told = await escalations();
    expect(told.map(({ metadata }) => metadata["previousAssigneeId"])).to.deep.equal([null, first, second, third]);
    expect(told[0]).to.deep.include({ actor: "Ada", title: "Escalated to first", createdAt: NOW + 1000 });
    expect(told[0]?.metadata).to.deep.equal({
      targetId: first,
      name: "first",
      reason: "On call; role or name mentions the owning team payments",
      previousAssigneeId: null,
      blastRadiusCount: 1,
    });
    expect(told[0]?.detail).to.match(/By Ada\. On call.*1 edge is unmapped: no catalog entry for bank/);
    const read = await plan();
    expect(read.state).to.equal("escalated");
    expect(read.suggestedTargets.at(-1)?.id).to.equal(first);
  });

  it("goes to the member named, on call or not, also to the one who has it", async () => {
    await join("on-call", true);
    const named = await join("named", false);
    expect((await to(named)).target).to.deep.equal({ id: named, name: "named", email: "named@example.com" });
    expect((await to(named)).escalated).to.equal(true);
    expect((await escalations()).map(({ metadata }) => metadata["reason"])[0]).to.equal("Named by the caller");
    const types = (await deps.incidents.timeline(ACME, made.id)).map(({ type }) => type);
    expect(types.filter((type) => type === "assigned")).to.have.length(1);
  });

  it("writes nothing where there is nobody, the incident is over, or somebody isn't visible", async () => {
    expect(await to()).to.include({ escalated: false, target: null, state: "on_track" });
    const alone = await join("alone", true);
    await assignIncident(deps.assignments, ACME, made.id, alone, now);
    const nobody = await to();
    expect(nobody).to.include({ escalated: false, target: null });
    expect(nobody.nextStep).to.match(/nobody else to escalate to/);
    const theirs = (await addMember(deps.team, OTHER, { name: "x", email: "x@example.com" }, now)).id;
    for (const id of [theirs, "no-uuid"]) expect(await refused(to(id))).to.equal("team_member_not_found");
    expect(await refused(escalate(deps, OTHER, made.id, undefined, now))).to.equal("incident_not_found");
    expect(await refused(readEscalationPlan(deps, OTHER, made.id, now))).to.equal("incident_not_found");
    await changeStatus(deps.incidents, ACME, made.id, "RESOLVED", now);
    await join("second", true);
    for (const target of [undefined, alone]) {
      expect(await to(target)).to.include({ escalated: false, target: null, state: "closed" });
    }
    expect(await escalations()).to.deep.equal([]);
  });

  it("leaves one assignee and as many entries as there were callers at once", async () => {
    const ids = [await join("first", true), await join("second", true)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => to()));
    expect(answers.every(({ escalated }) => escalated)).to.equal(true);
    const told = await escalations();
    expect(told).to.have.length(10);
    expect((await deps.incidents.get(ACME, made.id)).assigneeId).to.equal(told.at(-1)?.metadata["targetId"]);
    expect(ids).to.include(told.at(-1)?.metadata["targetId"]);
  });

  it("reads the newest steps of one incident alone, in their order", async () => {
    const other = incident();
    await deps.incidents.create(ACME, other, []);
    await changeStatus(deps.incidents, ACME, other.id, "CLOSED", now);
    const entry = (from: string, to: string) => ({
      type: "status_changed" as const,
      actor: "Ada",
      title: "moved",
      detail: "",
      metadata: { from, to },
    });
    const timeline = [
      { ...entry("", ""), type: "note" as const },
      ...Array.from({ length: ESCALATION_STEPS_MAX + 5 }, (_, number) => entry("OPEN", `${number}`)),
    ];
    await deps.incidents.change(ACME, made.id, () => ({ fields: {}, timeline, announce: false }));
    const steps = await deps.escalations.escalationSteps(ACME, made.id);
    expect(steps).to.have.length(ESCALATION_STEPS_MAX);
    expect(steps[0]?.metadata["to"]).to.equal("5");
    expect(steps.at(-1)?.metadata["to"]).to.equal(`${ESCALATION_STEPS_MAX + 4}`);
    expect(await deps.escalations.escalationSteps(OTHER, made.id)).to.deep.equal([]);
  });
});
