import { expect } from "chai";
import { CIRCUIT_FAILURES } from "../../src/notify/outbox.ts";
import { onEachEngine } from "./engines.ts";
import { DELIVERED, notificationWorld } from "./notification-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("The circuit of a channel", (fresh) => {
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
});
