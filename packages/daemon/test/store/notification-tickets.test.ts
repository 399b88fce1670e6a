import { expect } from "chai";
import { BUNDLE_MAX, TICKET_KEPT_MS } from "../../src/model/record-limits.ts";
import type { ClaimedMessage } from "../../src/notify/outbox.ts";
import { onEachEngine } from "./engines.ts";
import { DELIVERED, incidentsOf, notificationWorld } from "./notification-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("Notifications in bundles and tickets", (fresh) => {
  const { time, world, listen, open, move, list, events, claim, claimed, failed, refused } = notificationWorld(fresh);

  it("go in bundles where many wait, of many incidents, which stay the same message", async () => {
    const { id } = await listen();
    const held = await open();
    const alone = await claimed();
    await world.outbox.record(alone, failed(alone), time.now);
    await move(held.id, "RESOLVED");
    const ids: string[] = [];
    for (let count = 0; count < 60; count++) ids.push((await open()).id);
    await move(ids[0] as string, "RESOLVED");
    const bundle = await claimed();
    expect(incidentsOf(bundle)).to.deep.equal(ids.slice(0, BUNDLE_MAX));
    expect(bundle.deliveries.map((each) => each.id)).to.not.include(bundle.messageId);
    await world.outbox.record(bundle, failed(bundle), time.now);
    const rest = await claimed();
    expect(incidentsOf(rest), "what is left is few").to.have.length(1);
    await world.outbox.record(rest, DELIVERED, time.now);
    time.now += 5000;
    const again: ClaimedMessage[] = [];
    for (let message = await claim(); message; message = await claim()) {
      again.push(message);
      await world.outbox.record(message, DELIVERED, time.now);
    }
    const second = again.find(({ messageId }) => messageId === bundle.messageId);
    expect(second?.deliveries.map((each) => each.id)).to.deep.equal(bundle.deliveries.map((each) => each.id));
    expect(second?.attempts).to.equal(2);
    expect(await list({ channelId: id, status: "delivered" })).to.have.length(63);
  });

  it("of a channel that keeps tickets go one at a time, with the incident's ticket once there is one", async () => {
    await listen({ kind: "github" });
    const first = await open();
    await move(first.id, "RESOLVED");
    for (let count = 0; count < 30; count++) await open();
    const opening = await claimed();
    expect(opening).to.deep.include({ ticket: null });
    expect(opening.deliveries).to.have.length(1);
    const ticket = { key: "42", url: "https://github.com/acme/shop/issues/42" };
    await world.outbox.record(opening, { outcome: "delivered", ticket }, time.now);
    const sent: ClaimedMessage[] = [];
    for (let message = await claim(); message; message = await claim()) {
      sent.push(message);
      await world.outbox.record(message, DELIVERED, time.now);
    }
    expect(sent).to.have.length(31);
    expect(sent.filter((message) => message.ticket !== null).map(incidentsOf)).to.deep.equal([[first.id]]);
    expect(sent.find((message) => message.ticket)?.ticket).to.deep.equal(ticket);
    expect(await world.outbox.tidy(time.now + TICKET_KEPT_MS)).to.equal(32);
    expect(await world.outbox.tidy(time.now + TICKET_KEPT_MS + 1)).to.equal(1);
  });

  it("that are dead make way for the next, and take their place in line again when they are replayed", async () => {
    await listen();
    const { id } = await open();
    await move(id, "INVESTIGATING");
    await move(id, "RESOLVED");
    const first = await claimed();
    await world.outbox.record(first, refused(first), time.now);
    const [dead] = await list({ status: "dead" });
    expect(dead).to.include({ id: first.messageId, lastError: "It answered 410.", nextTryAt: null, deliveredAt: null });
    const second = await claimed();
    expect(second.deliveries[0].event).to.equal("status_changed");
    await world.outbox.record(second, failed(second), time.now);
    const waiting = await world.channels.replay(ACME, first.messageId, time.now);
    expect(waiting).to.include({ id: first.messageId, status: "pending", attempts: 0, nextTryAt: time.now });
    const refusedAgain = await world.channels.replay(ACME, first.messageId, time.now).catch((error: unknown) => error);
    expect(refusedAgain).to.include({ code: "delivery_not_dead" });
    const sent: string[] = [];
    for (let message = await claim(); message; message = await claim()) {
      sent.push(message.messageId);
      await world.outbox.record(message, DELIVERED, time.now);
    }
    expect(sent[0]).to.equal(first.messageId);
    expect(sent).to.have.length(3);
    expect(await events({ status: "delivered" })).to.deep.equal([
      "incident_created",
      "status_changed",
      "status_changed",
    ]);
  });
});
