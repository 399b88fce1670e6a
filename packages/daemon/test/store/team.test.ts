import { expect } from "chai";
import { createAssignmentStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { type AssignmentStore, assignIncident } from "../../src/incident/assign-incident.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { unassignRemovedMembers } from "../../src/incident/unassign-removed-members.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { REOPEN_WINDOW_MS, TEAM_MEMBERS_MAX } from "../../src/model/record-limits.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { createDepartureStore } from "../../src/store/team/departure-store.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { teamMemberTable } from "../../src/store/team/team-tables.ts";
import { addMember, type DepartureStore, type TeamMember, type TeamStore } from "../../src/team/team.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("The team store", (fresh) => {
  let store: Fresh;
  let database: Database;
  let team: TeamStore;
  let incidents: IncidentStore;
  let assignments: AssignmentStore;
  let departures: DepartureStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    const clock = { now: () => now };
    store = await fresh();
    database = await store.openDatabase();
    team = createTeamStore(database, clock);
    incidents = createIncidentStore(database, clock);
    assignments = createAssignmentStore(database, clock);
    departures = createDepartureStore(database);
  });
  afterEach(() => store.drop());

  const add = (name: string, scope = ACME): Promise<TeamMember> =>
    addMember(team, scope, { name, email: `${name}@example.com` }, now);
  const open = async (): Promise<Incident> => {
    const made = incident();
    await incidents.create(ACME, made, []);
    return made;
  };
  const assign = (id: string, memberId: string | null, scope = ACME): Promise<Incident> =>
    assignIncident(assignments, scope, id, memberId, now);
  const names = async (scope = ACME): Promise<string[]> => (await team.list(scope)).map(({ name }) => name);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("gives back members as they were added, in their order", async () => {
    const given = { name: " Ada\n", email: "Ada@Example.com", role: " ", avatarUrl: "https://example.com/ada.png" };
    const ada = await addMember(team, ACME, given, now);
    expect(ada).to.deep.include({ name: "Ada", email: "Ada@Example.com", role: null, isOnCall: false, createdAt: NOW });
    expect(await team.get(ACME, ada.id)).to.deep.equal(ada);
    await add("bob");
    await add("cem");
    expect(await names()).to.deep.equal(["Ada", "bob", "cem"]);
  });

  it("lists who is on call, and nobody else", async () => {
    const [ada, bob] = [await add("ada"), await add("bob")];
    expect(await team.onCall(ACME)).to.deep.equal([]);
    expect(await team.setOnCall(ACME, bob.id, true)).to.deep.equal({ ...bob, isOnCall: true });
    expect(await team.onCall(ACME)).to.deep.equal([{ ...bob, isOnCall: true }]);
    await team.setOnCall(ACME, bob.id, false);
    await team.setOnCall(ACME, ada.id, true);
    await team.remove(ACME, ada.id);
    expect(await team.onCall(ACME)).to.deep.equal([]);
  });

  it("shows another organization nothing", async () => {
    const ada = await add("ada");
    const theirs = await add("ada", OTHER);
    expect((await team.list(OTHER)).map(({ id }) => id)).to.deep.equal([theirs.id]);
    const attempts = [
      team.get(OTHER, ada.id),
      team.setOnCall(OTHER, ada.id, true),
      team.remove(OTHER, ada.id),
      team.get(ACME, "no-uuid"),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal(attempts.map(() => "team_member_not_found"));
    expect(await names()).to.deep.equal(["ada"]);
  });

  it("takes an email address once, whatever its case, from twenty callers at once", async () => {
    const attempts = Array.from({ length: 20 }, (_, n) =>
      refused(addMember(team, ACME, { name: `n${n}`, email: n % 2 === 0 ? "é@example.com" : "É@Example.COM" }, now)),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === "not refused")).to.have.length(1);
    expect(answers.filter((answer) => answer === "already_exists")).to.have.length(19);
    const [only] = await team.list(ACME);
    await team.remove(ACME, (only as TeamMember).id);
    await addMember(team, ACME, { name: "again", email: "é@example.com" }, now);
    expect(await names()).to.deep.equal(["again"]);
  });

  it("is bounded", async () => {
    const template = {
      organizationId: "acme",
      name: "n",
      role: null,
      avatarUrl: null,
      isOnCall: false,
      createdAt: NOW,
    };
    const rows = Array.from({ length: TEAM_MEMBERS_MAX - 1 }, (_, n) => ({
      ...template,
      id: `${n}`,
      email: `${n}`,
      emailKey: `${n}`,
    }));
    await database.write((transaction) => insertRows(transaction, teamMemberTable, rows));
    await add("last");
    expect(await refused(add("more"))).to.equal("limit_reached");
    expect(await refused(add("elsewhere", OTHER))).to.equal("not refused");
  });

  it("assigns to members that are visible alone", async () => {
    const [ada, theirs, { id }] = [await add("ada"), await add("eve", OTHER), await open()];
    const attempts = [
      assign(id, theirs.id),
      assign(id, "nobody"),
      assign("none", ada.id),
      assign(id, theirs.id, OTHER),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal([
      "team_member_not_found",
      "team_member_not_found",
      "incident_not_found",
      "incident_not_found",
    ]);
    expect(await incidents.timeline(ACME, id)).to.deep.equal([]);
    expect(await assign(id, ada.id)).to.include({ assigneeId: ada.id, status: "INVESTIGATING" });
    expect(await assign(id, null)).to.include({ assigneeId: null, status: "INVESTIGATING" });
    const timeline = await incidents.timeline(ACME, id);
    expect(timeline.map(({ type }) => type)).to.deep.equal(["assigned", "status_changed", "assigned"]);
  });

  it("takes back the open incidents of a member who was removed, and leaves those that are over", async () => {
    const ada = await add("ada");
    const [first, second, closed] = [await open(), await open(), await open()];
    for (const { id } of [first, second, closed]) await assign(id, ada.id);
    await changeStatus(incidents, ACME, second.id, "REMEDIATING", now);
    await changeStatus(incidents, ACME, closed.id, "CLOSED", now);
    await team.remove(ACME, ada.id);
    expect(await unassignRemovedMembers({ incidents, departures }, now)).to.equal(2);
    expect(await unassignRemovedMembers({ incidents, departures }, now)).to.equal(0);
    expect(await incidents.get(ACME, first.id)).to.include({ assigneeId: null, status: "INVESTIGATING" });
    expect(await incidents.get(ACME, second.id)).to.include({ assigneeId: null, status: "REMEDIATING" });
    expect(await incidents.get(ACME, closed.id)).to.include({ assigneeId: ada.id });
    const last = (await incidents.timeline(ACME, first.id)).at(-1);
    expect(last).to.deep.include({ type: "assigned", actor: "system", detail: "ada was removed from the team." });
    expect(last?.metadata).to.include({ previousAssigneeId: ada.id, reason: "member_removed" });
  });

  it("takes back what reopens while a signal may reopen it, and then forgets the departure", async () => {
    const ada = await add("ada");
    const { id } = await open();
    await assign(id, ada.id);
    await changeStatus(incidents, ACME, id, "RESOLVED", now);
    await team.remove(ACME, ada.id);
    expect(await unassignRemovedMembers({ incidents, departures }, now)).to.equal(0);
    await changeStatus(incidents, ACME, id, "OPEN", now);
    now += REOPEN_WINDOW_MS;
    expect(await unassignRemovedMembers({ incidents, departures }, now)).to.equal(1);
    expect(await incidents.get(ACME, id)).to.include({ assigneeId: null, status: "OPEN" });
    now += 1;
    await unassignRemovedMembers({ incidents, departures }, now);
    expect(await departures.due(Number.MAX_SAFE_INTEGER, 10)).to.deep.equal([]);
  });

  it("leaves nothing with somebody who is removed while everything is assigned to them", async () => {
    const ada = await add("ada");
    const made = await Promise.all(Array.from({ length: 12 }, () => open()));
    const assigned = made.map(({ id }) => refused(assign(id, ada.id)));
    await team.remove(ACME, ada.id);
    while ((await unassignRemovedMembers({ incidents, departures }, now)) > 0);
    await Promise.all(assigned);
    for (const { id } of made) expect((await incidents.get(ACME, id)).assigneeId).to.equal(null);
  });
});
