import { expect } from "chai";
import { createCommitBatchStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { appendTimeline } from "../../src/incident/append-timeline.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { Severity } from "../../src/model/incident.ts";
import { NOTIFICATION_LEASE_MS } from "../../src/model/lease-limits.ts";
import { BUNDLE_MAX, TICKET_KEPT_MS } from "../../src/model/record-limits.ts";
import { BUNDLING, type ClaimedMessage, type Outbox } from "../../src/notify/outbox.ts";
import { createOutbox } from "../../src/store/notifications/outbox.ts";
import { onEachEngine } from "./engines.ts";
import { created, DELIVERED, incidentsOf, notificationWorld } from "./notification-world.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

onEachEngine("Notifications that wait", (fresh) => {
  const { time, world, listen, open, move, list, events, claim, claimed, failed, refused } = notificationWorld(fresh);

  it("are written with what happened, one for each channel that wants them, and not where it is taken back", async () => {
    await open();
    expect(await list()).to.have.length(0);
    const [all, grave] = [await listen({ name: "all" }), await listen({ name: "grave", minSeverity: "CRITICAL" })];
    await listen({ name: "other service", services: ["ledger"] });
    await listen({ name: "other event", events: ["escalated"] });
    await listen({ name: "switched off", enabled: false });
    const made = await open();
    expect(await list()).to.have.length(1);
    const [delivery] = await list();
    expect(delivery).to.deep.include({
      channelId: all.id,
      channelName: "all",
      incidentId: made.id,
      event: "incident_created",
      status: "pending",
      attempts: 0,
      createdAt: NOW,
      nextTryAt: NOW,
      deliveredAt: null,
    });
    await open({ severity: "CRITICAL" });
    expect(await list({ channelId: grave.id })).to.have.length(1);
    const broken = world.incidents.change(ACME, made.id, () => {
      throw new Error("no");
    });
    await broken.catch(() => undefined);
    await createUnits(world.database)
      .run(made.organizationId, async (unit) => {
        await appendTimeline(unit, made, [created], time.now);
        throw new Error("no");
      })
      .catch(() => undefined);
    expect(await list({ incidentId: made.id })).to.have.length(1);
  });

  it("tell that an incident got graver, and those that it was too slight for that it is there", async () => {
    await listen({ name: "all" });
    const grave = await listen({ name: "grave", minSeverity: "CRITICAL" });
    const see = (severity: Severity) =>
      createCommitBatchStore(world.database).commit(
        round({ candidates: [candidate({ severity, observedAt: time.now })] }),
        openIncidents,
        time.now,
      );
    for (const severity of ["MEDIUM", "MEDIUM", "CRITICAL", "MEDIUM", "CRITICAL"] as const) {
      time.now += 1000;
      await see(severity);
    }
    expect(await events({ channelId: grave.id })).to.deep.equal(["incident_created"]);
    expect((await events()).filter((event) => event === "severity_raised")).to.have.length(1);
    expect(await events()).to.have.length(3);
  });

  it("hold the incident as it was then", async () => {
    await listen();
    const made = await open();
    await move(made.id, "RESOLVED");
    const first = await claimed();
    const [{ snapshot }] = first.deliveries;
    expect(JSON.parse(snapshot)).to.deep.nested.include({
      "incident.id": made.id,
      "incident.status": "OPEN",
      "entry.title": "Incident created",
    });
    await world.outbox.record(first, DELIVERED, time.now);
    const [second] = (await claimed()).deliveries;
    expect(JSON.parse(second.snapshot)).to.deep.nested.include({ "incident.status": "RESOLVED" });
  });

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

  it("of merged incidents are silent but for what people act on", async () => {
    await listen();
    const parent = await open();
    const child = await open({ parentIncidentId: parent.id });
    expect(await list({ incidentId: child.id })).to.have.length(0);
    await move(parent.id, "RESOLVED");
    expect(await events({ incidentId: child.id })).to.deep.equal([]);
    expect(await events({ incidentId: parent.id })).to.deep.equal(["incident_created", "status_changed"]);
    const entry = { ...created, type: "escalated" } as const;
    await world.incidents.change(ACME, child.id, () => ({ fields: {}, timeline: [entry], announce: false }));
    expect(await events({ incidentId: child.id })).to.deep.equal(["escalated"]);
  });

  it("are paged, the newest first", async () => {
    await listen();
    for (let count = 0; count < 5; count++) await open();
    const all = await list();
    const page = await world.channels.deliveries(ACME, { limit: 2 });
    const next = await world.channels.deliveries(ACME, { limit: 3, cursor: page.cursor });
    expect([...page.deliveries, ...next.deliveries]).to.deep.equal(all);
    expect(next.cursor).to.equal(undefined);
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
      world.database.kind === "sqlite" ? world.outbox : createOutbox(await world.store.openDatabase(), BUNDLING);
    const senders = [sending(world.outbox), sending(other)];
    await Promise.all([write(), write(), write()]);
    writing = false;
    await Promise.all(senders);
    expect(made).to.have.length(24);
    expect(sent).to.equal(2 * 3 * 24);
    expect(await list({ status: "pending" })).to.have.length(0);
  });
});
