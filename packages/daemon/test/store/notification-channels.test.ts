import { expect } from "chai";
import { CHANNEL_WAITING_MAX, CHANNELS_MAX, DEAD_KEPT_MS, DELIVERED_KEPT_MS } from "../../src/model/record-limits.ts";
import { CIRCUIT_FAILURES } from "../../src/notify/outbox.ts";
import { onEachEngine } from "./engines.ts";
import { DELIVERED, notificationWorld } from "./notification-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, OTHER } from "./samples.ts";

onEachEngine("Channels of notifications, and what waits for them,", (fresh) => {
  const { time, world, listen, open, list, claim, claimed, failed, refused } = notificationWorld(fresh);

  it("open the channel's circuit after failures in a row; meanwhile nothing is tried but now and then", async () => {
    const { id } = await listen();
    for (let count = 0; count < 2 * CIRCUIT_FAILURES; count++) await open();
    for (let count = 0; count < CIRCUIT_FAILURES; count++) {
      const message = await claimed();
      await world.outbox.record(message, failed(message), time.now);
    }
    const { health } = await world.channels.get(ACME, id);
    expect(health).to.include({
      consecutiveFailures: 5,
      lastError: "It answered 500.",
      pausedUntil: time.now + 30_000,
    });
    expect(health.waiting).to.equal(10);
    time.now += 29_999;
    await open();
    expect(await claim(), "also what is new waits").to.equal(undefined);
    time.now += 1;
    const probe = await claimed();
    await world.outbox.record(probe, failed(probe), time.now);
    expect(await claim()).to.equal(undefined);
    expect((await world.channels.get(ACME, id)).health.pausedUntil).to.equal(time.now + 60_000);
    time.now += 60_000;
    const well = await claimed();
    await world.outbox.record(well, DELIVERED, time.now);
    expect((await world.channels.get(ACME, id)).health).to.include({
      consecutiveFailures: 0,
      lastError: null,
      pausedUntil: null,
    });
    let sent = well.deliveries.length;
    for (let message = await claim(); message; message = await claim()) {
      sent += message.deliveries.length;
      await world.outbox.record(message, DELIVERED, time.now);
    }
    expect(sent).to.equal(11);
  });

  it("are tried at once when somebody sets the channel right", async () => {
    const { id } = await listen();
    for (let count = 0; count < CIRCUIT_FAILURES; count++) await open();
    for (let count = 0; count < CIRCUIT_FAILURES; count++) {
      const message = await claimed();
      await world.outbox.record(message, failed(message), time.now);
    }
    expect(await claim()).to.equal(undefined);
    await world.channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, enabled: false }, revive: false }),
      time.now,
    );
    expect(await claim()).to.equal(undefined);
    const { health } = await world.channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, enabled: true }, revive: true }),
      time.now,
    );
    expect(health).to.include({ consecutiveFailures: 0, lastError: null, pausedUntil: null, waiting: 5 });
    expect((await claimed()).attempts).to.equal(2);
  });

  it("aren't held up by a try that began before somebody set the channel right", async () => {
    const { id } = await listen();
    await open();
    const message = await claimed();
    const updatedAt = time.now + 1;
    const right = await world.channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, updatedAt }, revive: true }),
      time.now,
    );
    expect(right.health.consecutiveFailures).to.equal(0);
    expect(await world.outbox.record(message, refused(message), time.now)).to.equal(true);
    expect((await world.channels.get(ACME, id)).health).to.include({
      consecutiveFailures: 0,
      lastError: null,
      dead: 0,
    });
    expect(await claimed()).to.deep.include({ messageId: message.messageId, attempts: 1, failures: 0 });
  });

  it("remember which recipients have them already, also while they are dead", async () => {
    await listen({ kind: "email" });
    await open();
    const first = await claimed();
    expect(first.taken).to.deep.equal([]);
    await world.outbox.record(first, { ...failed(first), taken: ["a@example.com"] }, time.now);
    time.now += 5000;
    const second = await claimed();
    expect(second.taken).to.deep.equal(["a@example.com"]);
    await world.outbox.record(second, { ...refused(second), taken: ["a@example.com", "b@example.com"] }, time.now);
    await world.channels.replay(ACME, first.messageId, time.now);
    expect((await claimed()).taken).to.deep.equal(["a@example.com", "b@example.com"]);
  });

  it("wait for a channel that is switched off, which is told of nothing new", async () => {
    const { id } = await listen();
    await open();
    await world.channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, enabled: false }, revive: false }),
      time.now,
    );
    await open();
    expect(await world.outbox.due(time.now, 10)).to.have.length(0);
    expect(await list()).to.have.length(1);
  });

  it("are forgotten a while after they were delivered, or given up, and never before", async () => {
    await listen();
    const gone = await open();
    const first = await claimed();
    await world.outbox.record(first, refused(first), time.now);
    await open();
    await world.outbox.record(await claimed(), DELIVERED, time.now);
    await open();
    expect(await world.outbox.tidy(time.now + DELIVERED_KEPT_MS)).to.equal(0);
    expect(await world.outbox.tidy(time.now + DELIVERED_KEPT_MS + 1)).to.equal(1);
    expect(await list({ incidentId: gone.id })).to.have.length(1);
    expect(await world.outbox.tidy(time.now + DEAD_KEPT_MS + 1)).to.equal(1);
    expect(await list()).to.have.length(1);
    expect((await list())[0]).to.include({ status: "pending" });
  });

  it("become dead, the oldest first, where more wait than may", async function () {
    this.timeout(60_000);
    const { id } = await listen();
    const oldest = await open();
    await world.database.write(async (transaction) => {
      const numbers = `with recursive n (n) as (select 1 union all select n + 1 from n where n < ${CHANNEL_WAITING_MAX + 1})`;
      const columns =
        "id, organization_id, channel_id, channel_name, incident_id, event, status, attempts, free_at, created_at, snapshot";
      const row = `'d' || cast(n as text), 'acme', '${id}', 'c', 'i' || cast(n as text), 'escalated', 'pending', 0, 0, 0, '{}'`;
      await transaction.query(`insert into notification_delivery (${columns}) ${numbers} select ${row} from n`);
    });
    expect(await world.outbox.countWaiting(1000)).to.equal(1000);
    expect(await world.outbox.tidy(time.now)).to.equal(2);
    expect(await world.outbox.tidy(time.now)).to.equal(0);
    const dead = await list({ status: "dead" });
    expect(dead.map(({ incidentId }) => incidentId)).to.deep.equal(["i1", oldest.id]);
    expect(dead[0]?.lastError).to.match(/^The channel is behind/);
    const { health } = await world.channels.get(ACME, id);
    expect(health, "counted as far as it says").to.include({ waiting: 10_000, dead: 2 });
  });

  it("go with their channel, and leave what was sent", async () => {
    const { id, name } = await listen();
    await open();
    await world.outbox.record(await claimed(), DELIVERED, time.now);
    await open();
    const message = await claimed();
    await world.channels.remove(ACME, id);
    expect(await world.outbox.record(message, DELIVERED, time.now)).to.equal(false);
    expect(await list()).to.have.length(1);
    expect((await list())[0]).to.include({ status: "delivered", channelName: name });
    const gone = await world.channels.get(ACME, id).catch((error: unknown) => error);
    expect(gone).to.include({ code: "channel_not_found" });
  });

  it("of another organization are neither seen nor touched", async () => {
    const { id } = await listen();
    await open();
    await open({ organizationId: "other" });
    expect(await list({}, OTHER)).to.have.length(0);
    expect(await world.channels.list(OTHER)).to.have.length(0);
    const message = await claimed();
    await world.outbox.record(message, refused(message), time.now);
    for (const asked of [
      () => world.channels.get(OTHER, id),
      () => world.channels.remove(OTHER, id),
      () => world.channels.replay(OTHER, message.messageId, time.now),
      () => world.channels.change(OTHER, id, (found) => ({ channel: found, revive: true }), time.now),
    ]) {
      expect(await asked().catch((error: unknown) => error))
        .to.have.property("code")
        .that.is.oneOf(["channel_not_found", "delivery_not_found"]);
    }
    expect(await list({ status: "dead" })).to.have.length(1);
  });

  it("have channels with names of their own, so many at most", async () => {
    await listen({ name: "chat" });
    await listen({ name: "chat", organizationId: "other" });
    expect(await listen({ name: "chat" }).catch((error: unknown) => error)).to.include({ code: "already_exists" });
    for (let count = 1; count < CHANNELS_MAX; count++) await listen({ name: `chat ${count}` });
    expect(await listen().catch((error: unknown) => error)).to.include({ code: "limit_reached" });
    const names = (await world.channels.list(ACME)).map((known) => known.channel.name);
    expect(names).to.deep.equal(names.toSorted());
    const [, second] = await world.channels.list(ACME);
    const id = second?.channel.id ?? "";
    const taken = world.channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, name: "chat" }, revive: false }),
      time.now,
    );
    expect(await taken.catch((error: unknown) => error)).to.include({ code: "already_exists" });
  });

  it("are listed, counted, found due and begun from indexes", async () => {
    const { id: channelId } = await listen();
    const { id: incidentId } = await open();
    for (const filter of [
      {},
      { status: "dead" },
      { channelId },
      { channelId, status: "dead" },
      { incidentId },
    ] as const) {
      const [query] = await queriesOf(world.database, () => list(filter));
      const index = {
        "": /by_organization/,
        status: /by_status/,
        channelId: /by_channel/,
        "channelId status": /of_channel/,
        incidentId: /by_incident/,
      }[Object.keys(filter).join(" ")];
      expect(query?.plan, query?.sql).to.match(index as RegExp);
      expect(query?.plan, query?.sql).to.not.match(/TEMP B-TREE|Sort/);
    }
    const every = [
      { incidentId, channelId, status: "dead" },
      { incidentId, status: "dead" },
    ] as const;
    for (const filter of every) {
      const [query] = await queriesOf(world.database, () => list(filter));
      expect(query?.plan, query?.sql).to.match(/by_incident/);
    }
    const [due] = await queriesOf(world.database, () => world.outbox.due(time.now, 10));
    expect(due?.plan).to.match(/notification_channel_due/);
    const [, waiting] = await queriesOf(world.database, () => world.channels.get(ACME, channelId));
    // Of so few rows PostgreSQL takes any index of the organization.
    expect(waiting?.plan).to.match(world.database.kind === "sqlite" ? /of_channel/ : /notification_delivery_/);
  });
});
