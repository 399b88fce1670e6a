import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { HOUR_MS, inFuture, maintenanceRequests, type Window } from "./maintenance-requests.ts";

describe("maintenance windows over HTTP", function () {
  this.timeout(30_000);
  const world = maintenanceRequests();

  it("begin now where they name no start, and are answered as they are read", async () => {
    const before = Date.now();
    const window = await world.schedule({ services: ["checkout-api", "db"], endsAt: inFuture(2 * HOUR_MS) });
    expect(window).to.deep.include({
      organizationId: world.organization,
      services: ["checkout-api", "db"],
      state: "active",
      endedAt: null,
      endedBy: null,
      createdBy: "Ada",
      reason: "Upgrade",
      heldCount: 0,
      openedCount: 0,
      droppedCount: 0,
    });
    expect(Date.parse(window.startsAt)).to.be.within(before, Date.now());
    expect(await world.read(window.id)).to.deep.equal(window);
  });

  it("take times with any offset, and refuse what is no time or ends too early or too late, naming the field", async () => {
    const window = await world.schedule({ startsAt: "2099-01-01T00:00:00+02:00", endsAt: "2099-01-01T00:00Z" });
    expect(window).to.include({
      state: "scheduled",
      startsAt: "2098-12-31T22:00:00.000Z",
      endsAt: "2099-01-01T00:00:00.000Z",
    });
    const refused: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ endsAt: "2020-01-01T00:00:00Z" }, "/endsAt"],
      [{ endsAt: inFuture(31 * 24 * HOUR_MS) }, "/endsAt"],
      [{ endsAt: "2099-02-30T00:00:00Z" }, "/endsAt"],
      [{ endsAt: "tomorrow" }, "/endsAt"],
      [{ startsAt: "2099-02-30T00:00:00Z" }, "/startsAt"],
      [{ startsAt: "2099-01-01T00:00:00Z", endsAt: "2099-01-01T00:00:00Z" }, "/endsAt"],
      [{ services: [] }, "/services"],
      [{ services: ["  "] }, "/services/0"],
      [{ services: Array.from({ length: 101 }, (_, n) => `s${n}`) }, "/services"],
      [{ reason: " " }, "/reason"],
      [{ reason: "x".repeat(1001) }, "/reason"],
    ];
    for (const [fields, path] of refused) {
      const answer = await world.post({ services: ["a"], endsAt: inFuture(HOUR_MS), reason: "why", ...fields });
      expect(answer.status, JSON.stringify(fields).slice(0, 80)).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal(path);
    }
    for (const missing of ["services", "endsAt", "reason"]) {
      const body = { services: ["a"], endsAt: inFuture(HOUR_MS), reason: "why", [missing]: undefined };
      expect((await world.post(body)).status, missing).to.equal(400);
    }
  });

  it("are moved until they are over, ended once, and stay on record", async () => {
    const { id } = await world.schedule();
    const endsAt = inFuture(3 * HOUR_MS);
    expect((await world.act("PATCH", `/maintenance-windows/${id}`, { endsAt })).json()).to.include({ endsAt });
    expect(
      (await world.act("PATCH", `/maintenance-windows/${id}`, { endsAt: "2020-01-01T00:00:00Z" })).status,
    ).to.equal(400);
    expect((await world.act("DELETE", `/maintenance-windows/${id}`)).status).to.equal(409);
    const ended = (await world.act("POST", `/maintenance-windows/${id}/end`)).json<Window>();
    expect(ended).to.include({ state: "ended", endsAt, endedBy: "Ada" });
    expect(Date.parse(ended.endedAt ?? "")).to.be.at.most(Date.now());
    expect((await world.act("POST", `/maintenance-windows/${id}/end`)).json()).to.deep.equal(ended);
    expect((await world.act("PATCH", `/maintenance-windows/${id}`, { reason: "late" })).status).to.equal(409);
    expect((await world.act("DELETE", `/maintenance-windows/${id}`)).status).to.equal(409);
    expect(await world.read(id)).to.deep.equal(ended);
  });

  it("that have not begun are deleted, not ended", async () => {
    const { id } = await world.schedule({ startsAt: inFuture(HOUR_MS), endsAt: inFuture(2 * HOUR_MS) });
    expect((await world.act("POST", `/maintenance-windows/${id}/end`)).status).to.equal(409);
    expect((await world.act("DELETE", `/maintenance-windows/${id}`)).json()).to.deep.equal({ deleted: true });
    expect((await world.act("DELETE", `/maintenance-windows/${id}`)).status).to.equal(404);
    expect((await world.get(`/maintenance-windows/${id}/held`)).status).to.equal(404);
  });
});
