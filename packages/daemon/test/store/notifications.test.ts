import { expect } from "chai";
import { NOTIFICATION_LEASE_MS } from "../../src/model/lease-limits.ts";
import { bundling, type Outbox } from "../../src/notify/outbox.ts";
import { createOutbox } from "../../src/store/notifications/outbox.ts";
import { onEachEngine } from "./engines.ts";
import { DELIVERED, incidentsOf, notificationWorld } from "./notification-world.ts";

onEachEngine("Notifications that wait", (fresh) => {
  const { time, world, listen, open, move, list, claim, claimed, failed } = notificationWorld(fresh);

  it("go in the order of their incident, while other incidents go on", async () => {
    await listen();
    const one = await open();
    await move(one.id, "INVESTIGATING");
    await move(one.id, "RESOLVED");
    const two = await open();
    const first = await claimed();
    expect(incidentsOf(first)).to.deep.equal([one.id]);
    await world.outbox.record(first, failed(first), time.now);
    const next = await claimed();
    expect(incidentsOf(next)).to.deep.equal([two.id]);
    await world.outbox.record(next, DELIVERED, time.now);
    expect(await claim(), "the rest of the first incident waits behind what failed").to.equal(undefined);
    time.now += 5000;
    const sent: string[] = [];
    for (let message = await claim(); message; message = await claim()) {
      sent.push(...message.deliveries.map(({ event, snapshot }) => `${event} ${JSON.parse(snapshot).incident.status}`));
      await world.outbox.record(message, DELIVERED, time.now);
    }
    expect(sent).to.deep.equal(["incident_created OPEN", "status_changed INVESTIGATING", "status_changed RESOLVED"]);
    expect((await list()).every(({ status }) => status === "delivered")).to.equal(true);
  });

  it("are in one worker's hands at a time, each channel alone", async () => {
    await listen();
    await open();
    await open();
    const [due] = await world.outbox.due(time.now, 1);
    if (!due) throw new Error("Nothing is due.");
    const all = await Promise.all(Array.from({ length: 8 }, () => world.outbox.claim(due, time.now)));
    expect(all.filter((message) => message !== undefined)).to.have.length(1);
    expect(await claim()).to.equal(undefined);
  });

  it("are sent again under the same id by another worker once the lease has run out, and the first says nothing", async () => {
    await listen();
    await open();
    const lost = await claimed();
    time.now += NOTIFICATION_LEASE_MS - 1;
    expect(await claim()).to.equal(undefined);
    time.now += 1;
    const own = await claimed();
    expect(own).to.include({ messageId: lost.messageId, attempts: 2 });
    expect(await world.outbox.record(lost, DELIVERED, time.now)).to.equal(false);
    expect(await list({ status: "delivered" })).to.have.length(0);
    expect(await world.outbox.record(own, DELIVERED, time.now)).to.equal(true);
    expect(await world.outbox.record(own, DELIVERED, time.now)).to.equal(false);
    expect((await list())[0]).to.include({ status: "delivered", attempts: 2, deliveredAt: time.now, nextTryAt: null });
  });

  it("of a process that has ended, and what was broken off in order, are free at once", async () => {
    await listen();
    await open();
    await claimed();
    await world.outbox.reclaim();
    const again = await claimed();
    expect(again.attempts).to.equal(2);
    await world.outbox.record(again, { outcome: "released" }, time.now);
    expect((await claimed()).attempts).to.equal(2);
  });

  it("are lost by nobody where many write and many send at once", async function () {
    this.timeout(60_000);
    await listen({ name: "one" });
    await listen({ name: "two", kind: "jira" });
    let sent = 0;
    let writing = true;
    const made: string[] = [];
    const sending = async (own: Outbox): Promise<void> => {
      for (;;) {
        const [due] = await own.due(time.now, 1);
        const message = due && (await own.claim(due, time.now));
        if (!message && !writing && !due) return;
        if (message && (await own.record(message, DELIVERED, time.now))) sent += message.deliveries.length;
        if (!message) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const write = async (): Promise<void> => {
      for (let count = 0; count < 8; count++) {
        const { id } = await open();
        made.push(id);
        await move(id, "INVESTIGATING");
        await move(id, "RESOLVED");
      }
    };
    const other =
      world.database.kind === "sqlite" ? world.outbox : createOutbox(await world.store.openDatabase(), bundling);
    const senders = [sending(world.outbox), sending(other)];
    await Promise.all([write(), write(), write()]);
    writing = false;
    await Promise.all(senders);
    expect(made).to.have.length(24);
    expect(sent).to.equal(2 * 3 * 24);
    expect(await list({ status: "pending" })).to.have.length(0);
  });
});
