import { expect } from "chai";
import { moveTo } from "../../src/incident/change-status.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { Incident } from "../../src/model/incident.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEntry } from "../../src/model/timeline-event.ts";
import type { NotificationChannel } from "../../src/notify/channel.ts";
import { CHANNELS_MAX, type ChannelStore, type Delivery, type DeliveryFilter } from "../../src/notify/channel-store.ts";
import {
  BUNDLE_MAX,
  type ClaimedMessage,
  DEAD_KEPT_MS,
  DELIVERED_KEPT_MS,
  LEASE_MS,
  type Outbox,
  TICKET_KEPT_MS,
  type TryResult,
  WAITING_MAX,
} from "../../src/notify/outbox.ts";
import { afterFailure, CIRCUIT_FAILURES } from "../../src/notify/retry.ts";
import type { Database } from "../../src/store/database.ts";
import { createIncidentStore } from "../../src/store/incident/store.ts";
import { createChannelStore } from "../../src/store/notify/channels.ts";
import { createOutbox } from "../../src/store/notify/outbox.ts";
import { channel } from "./channel-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

const created: TimelineEntry = {
  type: "incident_created",
  actor: SYSTEM,
  title: "Incident created",
  detail: "Errors",
  metadata: {},
};
const DELIVERED: TryResult = { outcome: "delivered", ticket: undefined };

onEachEngine("Notifications that wait", (fresh) => {
  let store: Fresh;
  let database: Database;
  let channels: ChannelStore;
  let outbox: Outbox;
  let incidents: IncidentStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    channels = createChannelStore(database);
    outbox = createOutbox(database);
    incidents = createIncidentStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const listen = async (given: Partial<NotificationChannel> = {}): Promise<NotificationChannel> => {
    const scope = { ...ACME, organizationId: given.organizationId ?? "acme" };
    return (await channels.add(scope, channel(given))).channel;
  };
  const open = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident({ createdAt: now, ...given });
    return opened(await incidents.create({ ...ACME, organizationId: made.organizationId }, made, [created]));
  };
  const move = (id: string, status: Incident["status"]) =>
    incidents.change(ACME, id, (found) => moveTo(found, status, { actor: "Anna", reason: "person", detail: "" }, now));
  const list = async (filter: Partial<DeliveryFilter> = {}, scope = ACME): Promise<readonly Delivery[]> =>
    (await channels.deliveries(scope, { limit: 500, ...filter })).deliveries;
  const events = async (filter: Partial<DeliveryFilter> = {}): Promise<string[]> =>
    (await list(filter)).map(({ event }) => event).reverse();
  const claim = async (): Promise<ClaimedMessage | undefined> => {
    const [due] = await outbox.due(now, 1);
    return due && outbox.claim(due, now);
  };
  const claimed = async (): Promise<ClaimedMessage> => {
    const message = await claim();
    if (!message) throw new Error("Nothing is due.");
    return message;
  };
  const failed = (message: ClaimedMessage, reason = "It answered 500."): TryResult => {
    const { attempts, failures } = message;
    const after = afterFailure({ again: true, attempts, failures: failures + 1 }, now, 0);
    return { outcome: "failed", reason, after, ticket: undefined };
  };
  const refused = (message: ClaimedMessage): TryResult => {
    const { attempts, failures } = message;
    const after = afterFailure({ again: false, attempts, failures: failures + 1 }, now, 0);
    return { outcome: "failed", reason: "It answered 410.", after, ticket: undefined };
  };
  const incidentsOf = ({ deliveries }: ClaimedMessage): string[] => deliveries.map(({ incidentId }) => incidentId);

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
    const broken = incidents.change(ACME, made.id, () => {
      throw new Error("no");
    });
    await broken.catch(() => undefined);
    await database
      .write(async (transaction) => {
        const { writeTimeline } = await import("../../src/store/incident/rows.ts");
        await writeTimeline(transaction, made, [created], now);
        throw new Error("no");
      })
      .catch(() => undefined);
    expect(await list({ incidentId: made.id })).to.have.length(1);
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
    await outbox.record(first, DELIVERED, now);
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
    await outbox.record(first, failed(first), now);
    const next = await claimed();
    expect(incidentsOf(next)).to.deep.equal([two.id]);
    await outbox.record(next, DELIVERED, now);
    expect(await claim(), "the rest of the first incident waits behind what failed").to.equal(undefined);
    now += 5000;
    const sent: string[] = [];
    for (let message = await claim(); message; message = await claim()) {
      sent.push(...message.deliveries.map(({ event, snapshot }) => `${event} ${JSON.parse(snapshot).incident.status}`));
      await outbox.record(message, DELIVERED, now);
    }
    expect(sent).to.deep.equal(["incident_created OPEN", "status_changed INVESTIGATING", "status_changed RESOLVED"]);
    expect((await list()).every(({ status }) => status === "delivered")).to.equal(true);
  });

  it("are in one worker's hands at a time, each channel alone", async () => {
    await listen();
    await open();
    await open();
    const [due] = await outbox.due(now, 1);
    if (!due) throw new Error("Nothing is due.");
    const all = await Promise.all(Array.from({ length: 8 }, () => outbox.claim(due, now)));
    expect(all.filter((message) => message !== undefined)).to.have.length(1);
    expect(await claim()).to.equal(undefined);
  });

  it("are sent again under the same id by another worker once the lease has run out, and the first says nothing", async () => {
    await listen();
    await open();
    const lost = await claimed();
    now += LEASE_MS - 1;
    expect(await claim()).to.equal(undefined);
    now += 1;
    const own = await claimed();
    expect(own).to.include({ messageId: lost.messageId, attempts: 2 });
    expect(await outbox.record(lost, DELIVERED, now)).to.equal(false);
    expect(await list({ status: "delivered" })).to.have.length(0);
    expect(await outbox.record(own, DELIVERED, now)).to.equal(true);
    expect(await outbox.record(own, DELIVERED, now)).to.equal(false);
    expect((await list())[0]).to.include({ status: "delivered", attempts: 2, deliveredAt: now, nextTryAt: null });
  });

  it("of a process that has ended, and what was broken off in order, are free at once", async () => {
    await listen();
    await open();
    await claimed();
    await outbox.takeOver();
    const again = await claimed();
    expect(again.attempts).to.equal(2);
    await outbox.record(again, { outcome: "given_back" }, now);
    expect((await claimed()).attempts).to.equal(2);
  });

  it("open the channel's circuit after failures in a row; meanwhile nothing is tried but now and then", async () => {
    const { id } = await listen();
    for (let count = 0; count < 2 * CIRCUIT_FAILURES; count++) await open();
    for (let count = 0; count < CIRCUIT_FAILURES; count++) {
      const message = await claimed();
      await outbox.record(message, failed(message), now);
    }
    const { health } = await channels.get(ACME, id);
    expect(health).to.include({ consecutiveFailures: 5, lastError: "It answered 500.", pausedUntil: now + 30_000 });
    expect(health.waiting).to.equal(10);
    now += 29_999;
    await open();
    expect(await claim(), "also what is new waits").to.equal(undefined);
    now += 1;
    const probe = await claimed();
    await outbox.record(probe, failed(probe), now);
    expect(await claim()).to.equal(undefined);
    expect((await channels.get(ACME, id)).health.pausedUntil).to.equal(now + 60_000);
    now += 60_000;
    const well = await claimed();
    await outbox.record(well, DELIVERED, now);
    expect((await channels.get(ACME, id)).health).to.include({
      consecutiveFailures: 0,
      lastError: null,
      pausedUntil: null,
    });
    let sent = well.deliveries.length;
    for (let message = await claim(); message; message = await claim()) {
      sent += message.deliveries.length;
      await outbox.record(message, DELIVERED, now);
    }
    expect(sent).to.equal(11);
  });

  it("are tried at once when somebody sets the channel right", async () => {
    const { id } = await listen();
    for (let count = 0; count < CIRCUIT_FAILURES; count++) await open();
    for (let count = 0; count < CIRCUIT_FAILURES; count++) {
      const message = await claimed();
      await outbox.record(message, failed(message), now);
    }
    expect(await claim()).to.equal(undefined);
    await channels.change(ACME, id, (found) => ({ channel: { ...found, enabled: false }, revive: false }), now);
    expect(await claim()).to.equal(undefined);
    const { health } = await channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, enabled: true }, revive: true }),
      now,
    );
    expect(health).to.include({ consecutiveFailures: 0, lastError: null, pausedUntil: null, waiting: 5 });
    expect((await claimed()).attempts).to.equal(2);
  });

  it("wait for a channel that is switched off, which is told of nothing new", async () => {
    const { id } = await listen();
    await open();
    await channels.change(ACME, id, (found) => ({ channel: { ...found, enabled: false }, revive: false }), now);
    await open();
    expect(await outbox.due(now, 10)).to.have.length(0);
    expect(await list()).to.have.length(1);
  });

  it("go in bundles where many wait, of many incidents, which stay the same message", async () => {
    const { id } = await listen();
    const held = await open();
    const alone = await claimed();
    await outbox.record(alone, failed(alone), now);
    await move(held.id, "RESOLVED");
    const ids: string[] = [];
    for (let count = 0; count < 60; count++) ids.push((await open()).id);
    await move(ids[0] as string, "RESOLVED");
    const bundle = await claimed();
    expect(incidentsOf(bundle)).to.deep.equal(ids.slice(0, BUNDLE_MAX));
    expect(bundle.deliveries.map((each) => each.id)).to.not.include(bundle.messageId);
    await outbox.record(bundle, failed(bundle), now);
    const rest = await claimed();
    expect(incidentsOf(rest), "what is left is few").to.have.length(1);
    await outbox.record(rest, DELIVERED, now);
    now += 5000;
    const again: ClaimedMessage[] = [];
    for (let message = await claim(); message; message = await claim()) {
      again.push(message);
      await outbox.record(message, DELIVERED, now);
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
    await outbox.record(opening, { outcome: "delivered", ticket }, now);
    const sent: ClaimedMessage[] = [];
    for (let message = await claim(); message; message = await claim()) {
      sent.push(message);
      await outbox.record(message, DELIVERED, now);
    }
    expect(sent).to.have.length(31);
    expect(sent.filter((message) => message.ticket !== null).map(incidentsOf)).to.deep.equal([[first.id]]);
    expect(sent.find((message) => message.ticket)?.ticket).to.deep.equal(ticket);
    expect(await outbox.tidy(now + TICKET_KEPT_MS)).to.equal(32);
    expect(await outbox.tidy(now + TICKET_KEPT_MS + 1)).to.equal(1);
  });

  it("that are dead make way for the next, and take their place in line again when they are replayed", async () => {
    await listen();
    const { id } = await open();
    await move(id, "INVESTIGATING");
    await move(id, "RESOLVED");
    const first = await claimed();
    await outbox.record(first, refused(first), now);
    const [dead] = await list({ status: "dead" });
    expect(dead).to.include({ id: first.messageId, lastError: "It answered 410.", nextTryAt: null, deliveredAt: null });
    const second = await claimed();
    expect(second.deliveries[0].event).to.equal("status_changed");
    await outbox.record(second, failed(second), now);
    const waiting = await channels.replay(ACME, first.messageId, now);
    expect(waiting).to.include({ id: first.messageId, status: "pending", attempts: 0, nextTryAt: now });
    const refusedAgain = await channels.replay(ACME, first.messageId, now).catch((error: unknown) => error);
    expect(refusedAgain).to.include({ code: "conflict" });
    const sent: string[] = [];
    for (let message = await claim(); message; message = await claim()) {
      sent.push(message.messageId);
      await outbox.record(message, DELIVERED, now);
    }
    expect(sent[0]).to.equal(first.messageId);
    expect(sent).to.have.length(3);
    expect(await events({ status: "delivered" })).to.deep.equal([
      "incident_created",
      "status_changed",
      "status_changed",
    ]);
  });

  it("are forgotten a while after they were delivered, or given up, and never before", async () => {
    await listen();
    const gone = await open();
    const first = await claimed();
    await outbox.record(first, refused(first), now);
    await open();
    await outbox.record(await claimed(), DELIVERED, now);
    await open();
    expect(await outbox.tidy(now + DELIVERED_KEPT_MS)).to.equal(0);
    expect(await outbox.tidy(now + DELIVERED_KEPT_MS + 1)).to.equal(1);
    expect(await list({ incidentId: gone.id })).to.have.length(1);
    expect(await outbox.tidy(now + DEAD_KEPT_MS + 1)).to.equal(1);
    expect(await list()).to.have.length(1);
    expect((await list())[0]).to.include({ status: "pending" });
  });

  it("become dead, the oldest first, where more wait than may", async function () {
    this.timeout(60_000);
    const { id } = await listen();
    const oldest = await open();
    await database.write(async (transaction) => {
      const numbers = `with recursive n (n) as (select 1 union all select n + 1 from n where n < ${WAITING_MAX + 1})`;
      const columns =
        "id, organization_id, channel_id, channel_name, incident_id, event, status, attempts, free_at, created_at, snapshot";
      const row = `'d' || cast(n as text), 'acme', '${id}', 'c', 'i' || cast(n as text), 'escalated', 'pending', 0, 0, 0, '{}'`;
      await transaction.query(`insert into notification_delivery (${columns}) ${numbers} select ${row} from n`);
    });
    expect(await outbox.countWaiting(1000)).to.equal(1000);
    expect(await outbox.tidy(now)).to.equal(2);
    expect(await outbox.tidy(now)).to.equal(0);
    const dead = await list({ status: "dead" });
    expect(dead.map(({ incidentId }) => incidentId)).to.deep.equal(["i1", oldest.id]);
    expect(dead[0]?.lastError).to.match(/^The channel is behind/);
    const { health } = await channels.get(ACME, id);
    expect(health, "counted as far as it says").to.include({ waiting: 10_000, dead: 2 });
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
    await incidents.change(ACME, child.id, () => ({ fields: {}, timeline: [entry], announce: false }));
    expect(await events({ incidentId: child.id })).to.deep.equal(["escalated"]);
  });

  it("are paged, the newest first", async () => {
    await listen();
    for (let count = 0; count < 5; count++) await open();
    const all = await list();
    const page = await channels.deliveries(ACME, { limit: 2 });
    const next = await channels.deliveries(ACME, { limit: 3, cursor: page.cursor });
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
        const [due] = await own.due(now, 1);
        const message = due && (await own.claim(due, now));
        if (!message && !writing && !due) return;
        if (message && (await own.record(message, DELIVERED, now))) sent += message.deliveries.length;
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
    const other = database.kind === "sqlite" ? outbox : createOutbox(await store.openDatabase());
    const senders = [sending(outbox), sending(other)];
    await Promise.all([write(), write(), write()]);
    writing = false;
    await Promise.all(senders);
    expect(made).to.have.length(24);
    expect(sent).to.equal(2 * 3 * 24);
    expect(await list({ status: "pending" })).to.have.length(0);
  });

  it("go with their channel, and leave what was sent", async () => {
    const { id, name } = await listen();
    await open();
    await outbox.record(await claimed(), DELIVERED, now);
    await open();
    const message = await claimed();
    await channels.remove(ACME, id);
    expect(await outbox.record(message, DELIVERED, now)).to.equal(false);
    expect(await list()).to.have.length(1);
    expect((await list())[0]).to.include({ status: "delivered", channelName: name });
    const gone = await channels.get(ACME, id).catch((error: unknown) => error);
    expect(gone).to.include({ code: "not_found" });
  });

  it("of another organization are neither seen nor touched", async () => {
    const { id } = await listen();
    await open();
    await open({ organizationId: "other" });
    expect(await list({}, OTHER)).to.have.length(0);
    expect(await channels.list(OTHER)).to.have.length(0);
    const message = await claimed();
    await outbox.record(message, refused(message), now);
    for (const asked of [
      () => channels.get(OTHER, id),
      () => channels.remove(OTHER, id),
      () => channels.replay(OTHER, message.messageId, now),
      () => channels.change(OTHER, id, (found) => ({ channel: found, revive: true }), now),
    ]) {
      expect(await asked().catch((error: unknown) => error)).to.include({ code: "not_found" });
    }
    expect(await list({ status: "dead" })).to.have.length(1);
  });

  it("have channels with names of their own, so many at most", async () => {
    await listen({ name: "chat" });
    await listen({ name: "chat", organizationId: "other" });
    expect(await listen({ name: "chat" }).catch((error: unknown) => error)).to.include({ code: "conflict" });
    for (let count = 1; count < CHANNELS_MAX; count++) await listen({ name: `chat ${count}` });
    expect(await listen().catch((error: unknown) => error)).to.include({ code: "conflict" });
    const names = (await channels.list(ACME)).map((known) => known.channel.name);
    expect(names).to.deep.equal(names.toSorted());
    const [, second] = await channels.list(ACME);
    const id = second?.channel.id ?? "";
    const taken = channels.change(ACME, id, (found) => ({ channel: { ...found, name: "chat" }, revive: false }), now);
    expect(await taken.catch((error: unknown) => error)).to.include({ code: "conflict" });
  });
});
