import { expect } from "chai";
import { core, drained, ingest } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { HOUR_MS, inFuture, maintenanceRequests } from "./maintenance-requests.ts";

describe("Lists of maintenance windows over HTTP", function () {
  this.timeout(30_000);
  const world = maintenanceRequests();

  it("are listed by state and service, page after page", async () => {
    for (const hours of [1, 2, 3]) {
      await world.schedule({
        startsAt: inFuture(hours * HOUR_MS),
        endsAt: inFuture((hours + 1) * HOUR_MS),
        reason: `${hours}`,
      });
    }
    await world.schedule({ services: ["db & more"] });
    const reasons: string[] = [];
    let path: string | undefined = "/maintenance-windows?state=scheduled&limit=2";
    while (path !== undefined) {
      const answer = await world.get(path);
      reasons.push(...answer.json<{ reason: string }[]>().map(({ reason }) => reason));
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(reasons).to.deep.equal(["3", "2", "1"]);
    expect((await world.get("/maintenance-windows?service=db+%26+more")).json()).to.have.length(1);
    for (const wrong of ["state=open", "limit=0", "limit=501", "cursor=1.x"])
      expect((await world.get(`/maintenance-windows?${wrong}`)).status, wrong).to.equal(400);
  });

  it("are written with policy:update and read with incidents:view alone", async () => {
    const { id } = await world.schedule();
    const reader = tokenOf(world.organization, { permissions: ["incidents:view"] });
    const writer = tokenOf(world.organization, { permissions: ["policy:update"] });
    expect((await core(world.daemon, `/maintenance-windows/${id}`, { token: reader })).status).to.equal(200);
    expect((await core(world.daemon, `/maintenance-windows/${id}`, { token: writer })).status).to.equal(403);
    const end = { method: "POST", token: reader };
    expect((await core(world.daemon, `/maintenance-windows/${id}/end`, end)).status).to.equal(403);
    expect((await core(world.daemon, `/maintenance-windows/${id}/end`, { ...end, token: writer })).status).to.equal(
      200,
    );
    expect((await core(world.daemon, `/maintenance-windows/${id}`, { token: tokenOf("stranger") })).status).to.equal(
      404,
    );
  });

  it("hold back what telemetry shows, let people open theirs, and open it when they end", async () => {
    const { id } = await world.schedule();
    const fatal = log({ level: "fatal", message: "the <b>disk</b> is gone" });
    expect((await ingest(world.daemon, "/events/logs", fatal, { organization: world.organization })).status).to.equal(
      202,
    );
    await drained(world.daemon, { organization: world.organization });
    expect((await world.get("/incidents")).json()).to.deep.equal([]);
    const held = await world.get(`/maintenance-windows/${id}/held`);
    expect(held.json<unknown[]>()[0]).to.deep.include({
      deduplicationKey: "log-fatal:checkout-api",
      service: "checkout-api",
      severity: "CRITICAL",
      observations: 1,
    });
    expect(await world.read(id)).to.include({ heldCount: 1, openedCount: 0 });
    const body = { title: "mine", description: "", severity: "LOW", affectedServices: ["checkout-api"] };
    expect((await core(world.daemon, "/incidents", { token: world.token, body })).status).to.equal(201);
    await world.act("POST", `/maintenance-windows/${id}/end`);
    const [opened] = await waitFor(
      async () => {
        const incidents = (await world.get("/incidents?severity=CRITICAL")).json<{ id: string; status: string }[]>();
        return incidents.length > 0 && incidents;
      },
      { within: 15_000, what: "the held incident to open" },
    );
    const timeline = (await world.get(`/incidents/${opened?.id}/events`)).json<{ type: string; metadata: unknown }[]>();
    expect(timeline.map(({ type }) => type)).to.deep.equal(["incident_created", "note"]);
    expect(timeline[1]?.metadata).to.include({ reason: "held_by_maintenance", maintenanceWindowId: id });
    expect(await world.read(id)).to.include({ heldCount: 0, openedCount: 1 });
    expect((await world.get(`/maintenance-windows/${id}/held`)).json()).to.deep.equal([]);
    const line = await waitFor(() => world.daemon.log.find(({ fields }) => fields["windowId"] === id), {
      what: "its line",
    });
    expect(line.fields).to.include({ organizationId: world.organization, opened: 1, dropped: 0 });
  });
});
