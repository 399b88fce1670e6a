import { expect } from "chai";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { Send, SendOutcome } from "../../src/notify/message.ts";
import { bundling } from "../../src/notify/outbox.ts";
import { createOutbox } from "../../src/store/notifications/outbox.ts";
import { sealing } from "../store/channel-sample.ts";
import { ACME, NOW } from "../store/samples.ts";
import { waitFor } from "../support/wait.ts";
import { dispatchWorld, OK } from "./dispatch-world.ts";

describe("the dispatcher of notifications", () => {
  const world = dispatchWorld();

  it("sends what waits until nothing is due, with the channel's secrets and a link", async () => {
    await world.listen();
    const id = await world.open();
    let secret: string | null = null;
    const send: Send = async (message, { secret: given }, signal) => {
      secret = given;
      return world.sender()(message, { id: "c" } as never, signal);
    };
    await world.drainOutbox(world.deps(send), world.stop);
    expect(secret).to.equal("hush");
    const [{ message } = { message: undefined }] = world.sent;
    const [delivery] = await world.deliveries();
    expect(message).to.deep.include({ id: delivery?.id, organizationId: "acme", ticket: null });
    expect(message?.notifications[0]).to.deep.include({
      id: delivery?.id,
      event: "incident_created",
      at: NOW,
      link: `https://tocsin.example/incidents/${id}`,
    });
    expect(delivery).to.include({ status: "delivered", attempts: 1 });
    expect(world.tried).to.deep.equal(["webhook delivered 1"]);
  });

  it("tries what failed again and again until it is taken, under the same id", async () => {
    await world.listen();
    await world.open();
    const answers: SendOutcome[] = [
      { delivered: false, again: true, reason: "It answered 500." },
      { delivered: false, again: true, reason: "It answered 429.", retryAfterMs: 60_000 },
    ];
    const given = world.deps(world.sender(() => answers.shift() ?? OK));
    await world.drainOutbox(given, world.stop);
    expect((await world.deliveries())[0]).to.include({ lastError: "It answered 500.", nextTryAt: NOW + 5000 });
    world.now += 5000;
    await world.drainOutbox(given, world.stop);
    world.now += 59_999;
    await world.drainOutbox(given, world.stop);
    expect(world.sent).to.have.length(2);
    world.now += 1;
    await world.drainOutbox(given, world.stop);
    expect(new Set(world.sent.map(({ message }) => message.id))).to.have.length(1);
    expect((await world.deliveries())[0]).to.include({ status: "delivered", attempts: 3, lastError: null });
    expect(world.tried).to.deep.equal(["webhook retried 1", "webhook retried 1", "webhook delivered 1"]);
  });

  it("gives a sender that breaks another chance, and tells nobody its secrets", async () => {
    await world.listen();
    await world.open();
    const broken: Send = async () => {
      throw new Error("cannot POST https://hooks.example.com/in with hush");
    };
    const log: string[] = [];
    const error = (text: string, fields: object = {}): void => void log.push(text, JSON.stringify(fields));
    await world.drainOutbox(world.deps(broken, { logger: { ...silentLogger, error } }), world.stop);
    const [delivery] = await world.deliveries();
    expect(delivery).to.include({ status: "pending" });
    expect(delivery?.lastError).to.match(/^An error of Tocsin's own/);
    expect(log.join()).to.include("cannot POST").and.to.not.include("hush");
    expect(log.join()).to.not.include("hooks.example.com/in");
  });

  it("says that a secret can't be opened, and loses nothing", async () => {
    const { id } = await world.listen({ sealed: sealing.seal("{}", "acme somewhere else") });
    for (let count = 0; count < 7; count++) await world.open();
    await world.drainOutbox(world.deps(world.sender()), world.stop);
    expect(world.sent).to.have.length(0);
    const { health } = await world.channels.get(ACME, id);
    expect(health).to.include({ waiting: 7, dead: 0, consecutiveFailures: 5 });
    expect(health.lastError).to.match(/another secret key/);
  });

  it("gives back what is under way when it is stopped, so that it is sent again", async () => {
    await world.listen();
    await world.open();
    const stopping = new AbortController();
    const never = Promise.withResolvers<SendOutcome>();
    const work = world.drainOutbox(world.deps(world.sender(() => never.promise)), stopping.signal);
    await waitFor(() => world.sent.length === 1, { what: "the first try" });
    stopping.abort();
    await work;
    expect((await world.deliveries())[0]).to.include({ status: "pending", attempts: 0 });
    await world.drainOutbox(world.deps(world.sender()), world.stop);
    expect((await world.deliveries())[0]).to.include({ status: "delivered", attempts: 1 });
  });

  it("sends again, under the same id, what somebody sent and didn't live to say", async () => {
    await world.listen();
    for (let count = 0; count < 30; count++) await world.open();
    const outbox = createOutbox(world.database, bundling);
    const dies = { ...outbox, record: () => Promise.reject(new Error("killed")) };
    await world.drainOutbox(world.deps(world.sender(), { outbox: dies }), world.stop);
    await outbox.reclaim();
    await world.drainOutbox(world.deps(world.sender()), world.stop);
    expect(world.sent[0]?.message.notifications).to.have.length.above(20);
    expect(world.sent[1]?.message).to.deep.equal(world.sent[0]?.message);
    expect((await world.deliveries()).every(({ status }) => status === "delivered")).to.equal(true);
    const delivered = world.sent.slice(1).flatMap(({ message }) => message.notifications.map(({ id }) => id));
    expect(delivered.toSorted()).to.deep.equal((await world.deliveries()).map(({ id }) => id).toSorted());
  });
});
