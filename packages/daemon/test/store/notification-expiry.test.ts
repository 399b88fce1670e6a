import { expect } from "chai";
import { CHANNEL_WAITING_MAX, DEAD_KEPT_MS, DELIVERED_KEPT_MS } from "../../src/model/record-limits.ts";
import { onEachEngine } from "./engines.ts";
import { DELIVERED, notificationWorld } from "./notification-world.ts";
import { ACME, OTHER } from "./samples.ts";

onEachEngine("Notifications that are given up", (fresh) => {
  const { time, world, listen, open, list, claimed, refused } = notificationWorld(fresh);

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
});
