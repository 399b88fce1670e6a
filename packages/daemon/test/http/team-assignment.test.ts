import { expect } from "chai";
import { openStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { type Incident, teamRequests } from "./team-requests.ts";

describe("Assignments over HTTP", function () {
  this.timeout(30_000);
  const world = teamRequests();

  it("assigns an incident, tells its timeline and the stream, and unassigns it", async () => {
    const [ada, incident] = [await world.add("ada@example.com"), await world.open()];
    const stream = await openStream(world.daemon.core, world.token);
    try {
      await waitFor(() => stream.ready());
      const assigned = await world.assign(incident.id, ada.id);
      expect(assigned.status, assigned.text).to.equal(200);
      expect(assigned.json<Incident>()).to.include({ assigneeId: ada.id, status: "INVESTIGATING" });
      expect((await world.assign(incident.id, ada.id)).json()).to.deep.equal(assigned.json());
      expect((await world.assign(incident.id, null)).json<Incident>().assigneeId).to.equal(null);
      await waitFor(() => stream.messages.length >= 2);
      expect(stream.messages.map(({ data }) => data["assigneeId"])).to.deep.equal([ada.id, null]);
    } finally {
      stream.close();
    }
    const events = await world.read<{ type: string; actor: string }[]>(`/incidents/${incident.id}/events`);
    expect(events.slice(1).map(({ type, actor }) => `${type} by ${actor}`)).to.deep.equal([
      "assigned by Grace",
      "status_changed by system",
      "assigned by Grace",
    ]);
  });

  it("assigns to nobody who isn't visible", async () => {
    const incident = await world.open();
    const ada = await world.add("ada@example.com");
    const mine = world.token;
    world.token = tokenOf(`team-${++world.last}`);
    const theirs = await world.add("eve@example.com");
    expect((await world.assign(incident.id, theirs.id)).status).to.equal(404);
    world.token = mine;
    expect((await world.assign(incident.id, theirs.id)).status).to.equal(404);
    expect((await world.assign("none", ada.id)).status).to.equal(404);
    for (const id of ["no uuid", 7, undefined]) expect((await world.assign(incident.id, id)).status).to.equal(400);
    expect((await world.read<Incident>(`/incidents/${incident.id}`)).assigneeId).to.equal(null);
  });

  it("takes open incidents back from a member who is removed", async () => {
    const [ada, opened, closed] = [await world.add("ada@example.com"), await world.open(), await world.open()];
    for (const { id } of [opened, closed]) await world.assign(id, ada.id);
    await world.send("PATCH", `/incidents/${closed.id}/status`, { status: "CLOSED" });
    await world.send("DELETE", `/team/${ada.id}`);
    const freed = await waitFor(async () => {
      const incident = await world.read<Incident>(`/incidents/${opened.id}`);
      return incident.assigneeId === null && incident;
    });
    expect(freed.status).to.equal("INVESTIGATING");
    expect((await world.read<Incident>(`/incidents/${closed.id}`)).assigneeId).to.equal(ada.id);
    expect((await world.assign(opened.id, ada.id)).status).to.equal(404);
  });
});
