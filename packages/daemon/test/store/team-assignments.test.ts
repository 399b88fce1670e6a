import { expect } from "chai";
import { createAssignmentStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { type AssignmentStore, assignIncident } from "../../src/incident/assign-incident.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { unassignRemovedMembers } from "../../src/incident/unassign-removed-members.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { REOPEN_WINDOW_MS } from "../../src/model/record-limits.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { createDepartureStore } from "../../src/store/team/departure-store.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { addMember, type DepartureStore, type TeamMember, type TeamStore } from "../../src/team/team.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("Assignments to team members", (fresh) => {
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
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

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
