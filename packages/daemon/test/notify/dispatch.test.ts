import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { createFairShare } from "../../src/jobs/fair-share.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { NotificationChannel } from "../../src/notify/channel.ts";
import type { ChannelStore, Delivery } from "../../src/notify/channel-store.ts";
import { createDispatcher, type DispatchDeps, SENDS_OF_ORGANIZATION_MAX } from "../../src/notify/dispatch.ts";
import type { NewsMessage, Send, SendOutcome } from "../../src/notify/message.ts";
import { BUNDLING } from "../../src/notify/outbox.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { createOutbox } from "../../src/store/notifications/outbox.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { channel, sealing } from "../store/channel-sample.ts";
import { ACME, incident, NOW, opened } from "../store/samples.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { waitFor } from "../support/wait.ts";

const OK: SendOutcome = { delivered: true };

describe("the dispatcher of notifications", () => {
  let folder = "";
  let database: Database;
  let channels: ChannelStore;
  let now = NOW;
  let sent: { readonly to: string; readonly message: NewsMessage }[] = [];
  let tried: string[] = [];
  beforeEach(async () => {
    [now, sent, tried] = [NOW, [], []];
    folder = temporaryFolder();
    const target = { kind: "sqlite", path: join(folder, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) } as const;
    await migrate(target);
    database = await openDatabase(target);
    channels = createChannelStore(database);
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listen = async (given: Partial<NotificationChannel> = {}): Promise<NotificationChannel> => {
    const made = channel(given);
    return (await channels.add({ ...ACME, organizationId: made.organizationId }, made)).channel;
  };
  const open = async (organizationId = "acme"): Promise<string> => {
    const entry = { type: "incident_created", actor: SYSTEM, title: "Created", detail: "", metadata: {} } as const;
    const incidents = createIncidentStore(database, { now: () => now });
    const scope = { ...ACME, organizationId };
    return opened(await incidents.create(scope, incident({ organizationId, createdAt: now }), [entry])).id;
  };
  const deliveries = async (): Promise<readonly Delivery[]> =>
    (await channels.deliveries(ACME, { limit: 500 })).deliveries;
  const sender =
    (answer: (message: NewsMessage) => SendOutcome | Promise<SendOutcome> = () => OK): Send =>
    async (message, { id }) => {
      if (message.test) throw new Error("Nobody tries it out.");
      sent.push({ to: id, message });
      return answer(message);
    };
  const deps = (send: Send, given: Partial<DispatchDeps> = {}): DispatchDeps => ({
    send,
    sealing,
    logger: silentLogger,
    outbox: createOutbox(database, BUNDLING),
    clock: { now: () => now },
    chance: () => 0,
    publicUrl: "https://tocsin.example",
    share: createFairShare(SENDS_OF_ORGANIZATION_MAX),
    tried: (kind, outcome, count) => tried.push(`${kind} ${outcome} ${count}`),
    ...given,
  });
  const stop = new AbortController().signal;
  const drainOutbox = (given: DispatchDeps, signal: AbortSignal): Promise<void> =>
    createDispatcher(given, signal).drain();

  it("sends what waits until nothing is due, with the channel's secrets and a link", async () => {
    await listen();
    const id = await open();
    let secret: string | null = null;
    const send: Send = async (message, { secret: given }, signal) => {
      secret = given;
      return sender()(message, { id: "c" } as never, signal);
    };
    await drainOutbox(deps(send), stop);
    expect(secret).to.equal("hush");
    const [{ message } = { message: undefined }] = sent;
    const [delivery] = await deliveries();
    expect(message).to.deep.include({ id: delivery?.id, organizationId: "acme", ticket: null });
    expect(message?.notifications[0]).to.deep.include({
      id: delivery?.id,
      event: "incident_created",
      at: NOW,
      link: `https://tocsin.example/incidents/${id}`,
    });
    expect(delivery).to.include({ status: "delivered", attempts: 1 });
    expect(tried).to.deep.equal(["webhook delivered 1"]);
  });

  it("tries what failed again and again until it is taken, under the same id", async () => {
    await listen();
    await open();
    const answers: SendOutcome[] = [
      { delivered: false, again: true, reason: "It answered 500." },
      { delivered: false, again: true, reason: "It answered 429.", retryAfterMs: 60_000 },
    ];
    const given = deps(sender(() => answers.shift() ?? OK));
    await drainOutbox(given, stop);
    expect((await deliveries())[0]).to.include({ lastError: "It answered 500.", nextTryAt: NOW + 5000 });
    now += 5000;
    await drainOutbox(given, stop);
    now += 59_999;
    await drainOutbox(given, stop);
    expect(sent).to.have.length(2);
    now += 1;
    await drainOutbox(given, stop);
    expect(new Set(sent.map(({ message }) => message.id))).to.have.length(1);
    expect((await deliveries())[0]).to.include({ status: "delivered", attempts: 3, lastError: null });
    expect(tried).to.deep.equal(["webhook retried 1", "webhook retried 1", "webhook delivered 1"]);
  });

  it("gives a sender that breaks another chance, and tells nobody its secrets", async () => {
    await listen();
    await open();
    const broken: Send = async () => {
      throw new Error("cannot POST https://hooks.example.com/in with hush");
    };
    const log: string[] = [];
    const error = (text: string, fields: object = {}): void => void log.push(text, JSON.stringify(fields));
    await drainOutbox(deps(broken, { logger: { ...silentLogger, error } }), stop);
    const [delivery] = await deliveries();
    expect(delivery).to.include({ status: "pending" });
    expect(delivery?.lastError).to.match(/^An error of Tocsin's own/);
    expect(log.join()).to.include("cannot POST").and.to.not.include("hush");
    expect(log.join()).to.not.include("hooks.example.com/in");
  });

  it("says that a secret can't be opened, and loses nothing", async () => {
    const { id } = await listen({ sealed: sealing.seal("{}", "acme somewhere else") });
    for (let count = 0; count < 7; count++) await open();
    await drainOutbox(deps(sender()), stop);
    expect(sent).to.have.length(0);
    const { health } = await channels.get(ACME, id);
    expect(health).to.include({ waiting: 7, dead: 0, consecutiveFailures: 5 });
    expect(health.lastError).to.match(/another secret key/);
  });

  it("gives back what is under way when it is stopped, so that it is sent again", async () => {
    await listen();
    await open();
    const stopping = new AbortController();
    const never = Promise.withResolvers<SendOutcome>();
    const work = drainOutbox(deps(sender(() => never.promise)), stopping.signal);
    await waitFor(() => sent.length === 1, { what: "the first try" });
    stopping.abort();
    await work;
    expect((await deliveries())[0]).to.include({ status: "pending", attempts: 0 });
    await drainOutbox(deps(sender()), stop);
    expect((await deliveries())[0]).to.include({ status: "delivered", attempts: 1 });
  });

  it("sends again, under the same id, what somebody sent and didn't live to say", async () => {
    await listen();
    for (let count = 0; count < 30; count++) await open();
    const outbox = createOutbox(database, BUNDLING);
    const dies = { ...outbox, record: () => Promise.reject(new Error("killed")) };
    await drainOutbox(deps(sender(), { outbox: dies }), stop);
    await outbox.reclaim();
    await drainOutbox(deps(sender()), stop);
    expect(sent[0]?.message.notifications).to.have.length.above(20);
    expect(sent[1]?.message).to.deep.equal(sent[0]?.message);
    expect((await deliveries()).every(({ status }) => status === "delivered")).to.equal(true);
    const delivered = sent.slice(1).flatMap(({ message }) => message.notifications.map(({ id }) => id));
    expect(delivered.toSorted()).to.deep.equal((await deliveries()).map(({ id }) => id).toSorted());
  });

  it("sends four messages at once, one a channel, while one of them takes long", async () => {
    for (const name of ["a", "b", "c", "d"]) await listen({ name });
    await open();
    await open();
    const slow = Promise.withResolvers<SendOutcome>();
    let [under, most] = [0, 0];
    const busy = new Set<string>();
    const send: Send = async (message, { id, name }, signal) => {
      expect(busy.has(id), "one at a time a channel").to.equal(false);
      busy.add(id);
      most = Math.max(most, ++under);
      try {
        return await sender(() => (name === "a" ? slow.promise : OK))(message, { id } as never, signal);
      } finally {
        under -= 1;
        busy.delete(id);
      }
    };
    const given = deps(send);
    const work = drainOutbox(given, stop);
    await waitFor(async () => (await deliveries()).filter(({ status }) => status === "delivered").length === 6, {
      what: "all that the slow one doesn't hold up",
    });
    slow.resolve(OK);
    await work;
    await drainOutbox(given, stop);
    expect((await deliveries()).every(({ status }) => status === "delivered")).to.equal(true);
    expect(most).to.be.at.least(2);
  });

  it("lets organizations take turns, and the channels of each", async () => {
    const [one, two] = [await listen({ name: "one" }), await listen({ name: "two" })];
    const other = await listen({ organizationId: "other" });
    for (let count = 0; count < 3; count++) {
      await open();
      await open("other");
    }
    await drainOutbox(
      deps(
        sender(() => {
          now += 1;
          return OK;
        }),
      ),
      stop,
    );
    const order = sent.map(({ to }) => ({ [one.id]: 1, [two.id]: 2, [other.id]: 3 })[to]);
    expect(order.slice(0, 6).filter((to) => to === 3)).to.have.length(3);
    expect(order.filter((to) => to === 1)).to.have.length(3);
    expect(
      order
        .slice(0, 4)
        .filter((to) => to !== 3)
        .toSorted(),
    ).to.deep.equal([1, 2]);
  });

  it("keeps room for other organizations where all receivers of one let it wait", async () => {
    for (let count = 0; count < 10; count++) await listen();
    await open();
    const slow = Promise.withResolvers<SendOutcome>();
    const given = deps(sender(({ organizationId }) => (organizationId === "acme" ? slow.promise : OK)));
    const dispatcher = createDispatcher(given, stop);
    await dispatcher.poll();
    await waitFor(() => sent.length === SENDS_OF_ORGANIZATION_MAX, { what: "as many as one may have under way" });
    await listen({ organizationId: "other" });
    await open("other");
    await dispatcher.poll();
    await waitFor(() => sent.length > SENDS_OF_ORGANIZATION_MAX, { what: "the message of the other organization" });
    expect(sent.map(({ message }) => message.organizationId)).to.deep.equal([
      ...Array.from({ length: SENDS_OF_ORGANIZATION_MAX }, () => "acme"),
      "other",
    ]);
    slow.resolve(OK);
    await dispatcher.settled();
    expect((await deliveries()).every(({ status }) => status === "delivered")).to.equal(true);
  });
});
