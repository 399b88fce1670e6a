import { expect } from "chai";
import { changeStatus } from "../../src/incident/change-status.ts";
import { decideRelease, releaseHeld } from "../../src/incident/release-held.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { changeWindow } from "../../src/maintenance/window.ts";
import { onEachEngine } from "./engines.ts";
import { ada, heldWorld, RESOLVE_AFTER_MS, releasing } from "./held-world.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("The end of maintenance", (fresh) => {
  const world = heldWorld(fresh);

  it("opens what still fires at its end, once, with a note; and drops what has stopped", async () => {
    const { id } = await world.schedule();
    await world.fire(world.seen({ deduplicationKey: "stops" }));
    world.now = NOW + HOUR_MS - MINUTE_MS;
    await world.fire(world.seen({ observations: 4 }));
    expect(await world.release()).to.deep.equal([]);
    expect(await world.all()).to.deep.equal([]);
    world.now = NOW + HOUR_MS;
    expect(await world.release()).to.deep.equal([{ organizationId: "acme", windowId: id, opened: 1, dropped: 1 }]);
    expect(await world.release()).to.deep.equal([]);
    const [opened, ...others] = await world.all();
    expect(others).to.deep.equal([]);
    expect(opened).to.include({
      status: "OPEN",
      duplicateCount: 3,
      lastSeenAt: world.now - MINUTE_MS,
      createdAt: world.now,
    });
    expect(await world.types(opened?.id)).to.deep.equal(["incident_created", "note"]);
    expect(await world.announced()).to.equal(1);
    expect(await world.counts(id)).to.deep.equal([0, 1, 1]);
  });

  it("drops nothing that a worker which was down could not hear, and opens it when it is heard again", async () => {
    const { id } = await world.schedule();
    await world.fire(world.seen(), world.seen({ deduplicationKey: "silent" }));
    world.now = NOW + 5 * HOUR_MS;
    const started = world.now;
    expect(await world.release(started)).to.deep.equal([]);
    expect(await world.counts(id)).to.deep.equal([2, 0, 0]);
    world.now += MINUTE_MS;
    await world.fire(world.seen());
    expect((await world.all()).map(({ deduplicationKey }) => deduplicationKey)).to.deep.equal(["burst checkout"]);
    world.now = started + RESOLVE_AFTER_MS;
    expect(await world.release(started)).to.deep.equal([
      { organizationId: "acme", windowId: id, opened: 0, dropped: 2 },
    ]);
    expect(await world.all()).to.have.length(1);
  });

  it("is ended before its time, or moved, and then holds by its new end", async () => {
    const [ended, moved] = [await world.schedule(), await world.schedule({ services: ["pay"] })];
    await world.fire(world.seen(), world.seen({ service: "pay", deduplicationKey: "pay" }));
    await world.maintenance.change(ada, moved.id, (window, at) =>
      changeWindow(window, { endsAt: NOW + 2 * HOUR_MS, reason: undefined }, at),
    );
    world.now += MINUTE_MS;
    await world.end(ended.id);
    await world.release();
    expect((await world.all()).map(({ primaryService }) => primaryService)).to.deep.equal(["checkout"]);
    world.now = NOW + HOUR_MS + MINUTE_MS;
    await world.fire(world.seen({ service: "pay", deduplicationKey: "pay" }));
    expect(await world.counts(moved.id)).to.deep.equal([1, 0, 0]);
  });

  it("hands what it holds to another window that covers the service for longer", async () => {
    const short = await world.schedule({ endsAt: NOW + HOUR_MS });
    await world.fire(world.seen());
    const long = await world.schedule({ services: ["pay", "checkout"], endsAt: NOW + 3 * HOUR_MS });
    world.now = NOW + HOUR_MS;
    await world.fire(world.seen({ deduplicationKey: "another" }));
    expect(await world.release()).to.deep.equal([]);
    // The first one was quiet for an hour: that is decided at the end of the longer window.
    expect([await world.counts(short.id), await world.counts(long.id)]).to.deep.equal([
      [0, 0, 0],
      [2, 0, 0],
    ]);
    world.now = NOW + HOUR_MS + MINUTE_MS;
    await world.end(long.id);
    await world.release();
    expect(await world.counts(long.id)).to.deep.equal([0, 1, 1]);
  });

  it("counts on an incident that was opened meanwhile, and leaves settled what somebody resolved since", async () => {
    await world.fire(world.seen());
    const [incident] = await world.all();
    world.now += 1;
    await changeStatus(world.incidents, ACME, incident?.id ?? "", "RESOLVED", world.now);
    const { id } = await world.schedule();
    world.now += 1;
    await world.fire(world.seen({ observations: 2 }), world.seen({ deduplicationKey: "other", observedAt: NOW }));
    await changeStatus(world.incidents, ACME, incident?.id ?? "", "OPEN", world.now);
    await world.end(id);
    world.now += 1;
    await world.fire(world.seen({ deduplicationKey: "other" }));
    const other = (await world.all()).find(({ deduplicationKey }) => deduplicationKey === "other");
    await changeStatus(world.incidents, ACME, other?.id ?? "", "CLOSED", world.now);
    await world.release();
    expect(await world.counts(id)).to.deep.equal([0, 1, 1]);
    expect((await world.all()).map(({ status, duplicateCount }) => [status, duplicateCount])).to.deep.equal([
      ["CLOSED", 0],
      ["OPEN", 2],
    ]);
  });

  it("opens each once where several workers come at once, and after one that broke off in between", async () => {
    const { id } = await world.schedule();
    await world.fire(...Array.from({ length: 12 }, (_, n) => world.seen({ deduplicationKey: `key ${n}` })));
    await world.end(id);
    world.now += 1;
    const failure = await releaseHeld(world.held, world.now, 5, world.listenedFrom(NOW), (row, ...rest) => {
      if (row.candidate.deduplicationKey === "key 3") throw new Error("broke off");
      return decideRelease(row, ...rest);
    }).catch((error: Error) => error.message);
    expect(failure).to.equal("broke off");
    expect(await world.counts(id)).to.deep.equal([8, 4, 0]);
    // SQLite has one worker, which does one thing at a time.
    const second = releasing(world.database.kind === "postgres" ? await world.store.openDatabase() : world.database);
    const released = (
      await Promise.all([world.release(NOW, world.held), world.release(NOW, second), world.release(NOW, world.held)])
    ).flat();
    expect(released.reduce((sum, { opened }) => sum + opened, 0)).to.equal(8);
    expect(new Set((await world.all()).map(({ deduplicationKey }) => deduplicationKey)).size).to.equal(12);
    expect(await world.all()).to.have.length(12);
    expect(await world.counts(id)).to.deep.equal([0, 12, 0]);
  });

  it("releases one after another where it may release few at a time, the first held first", async () => {
    const { id } = await world.schedule();
    for (const deduplicationKey of ["a", "b", "c"]) await world.fire(world.seen({ deduplicationKey }));
    await world.end(id);
    for (const expected of [["a"], ["b", "a"], ["c", "b", "a"]]) {
      await releaseHeld(world.held, world.now, 1, world.listenedFrom(NOW));
      expect((await world.all()).map(({ deduplicationKey }) => deduplicationKey)).to.deep.equal(expected);
    }
  });
});
