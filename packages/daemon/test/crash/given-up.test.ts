import { type Channel, type ChannelModel, connect } from "amqplib";
import { expect } from "chai";
import { openDeliveryLimitSource } from "../../src/adapters/broker/amqp-source.ts";
import { topologyOf } from "../../src/adapters/broker/topology.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { core, drained, ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { dyingWorkers, someDyingWorkers } from "../support/dying-worker.ts";
import { describeOnRabbit } from "../support/rabbit.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface DeadLetter {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
  readonly attempts: number;
  readonly payload: { readonly message: string };
}

const ORGANIZATION = "acme";
const token = tokenOf(ORGANIZATION);

describeOnRabbit("a batch that ends every worker that takes it", 180_000, (rabbit) => {
  let connection: ChannelModel | undefined;
  let daemon: TestDaemon | undefined;
  before(async () => {
    connection = await waitFor(() => connect(rabbit().url).catch(() => undefined), {
      within: 60_000,
      what: "the broker to answer",
    });
    connection.on("error", () => undefined);
  });
  after(async () => {
    await daemon?.stop();
    await connection?.close().catch(() => undefined);
  });

  it("is found among the dead letters, and goes the usual way when it is replayed", async () => {
    const settings = { TOCSIN_AMQP_URL: rabbit().url, TOCSIN_AMQP_PARTITIONS: "1" };
    const { deadQueue, queues } = topologyOf({ partitions: 1 });
    const queue = queues[0] as string;
    const isGivenUp = async (channel: Channel): Promise<boolean> =>
      (await channel.checkQueue(deadQueue)).messageCount === 1;
    daemon = await startTestDaemon({ ...settings, TOCSIN_ROLES: "ingest,core" });
    const events = ["one", "two", "three"].map((message) => log({ message }));
    const answer = await ingest(daemon, "/events/logs/batch", events, { organization: ORGANIZATION });
    expect(answer.status, answer.text).to.equal(202);
    const deaths = await dyingWorkers(connection as ChannelModel, { queue, until: isGivenUp });
    expect(deaths).to.equal(21);
    await queueOnceMore(rabbit().url, connection as ChannelModel, queue);
    await someDyingWorkers(connection as ChannelModel, queue, 5);

    daemon = await daemon.restart({ ...settings, TOCSIN_ROLES: "ingest,core,worker" });
    const running = daemon;
    const deadLetters = async (): Promise<DeadLetter[]> =>
      (await core(running, "/events/dead-letters", { token })).json<DeadLetter[]>();
    const found = await waitFor(async () => ((await deadLetters()).length === 3 ? deadLetters() : undefined), {
      within: 90_000,
      what: "the dead letters",
    });
    expect(found.map(({ payload }) => payload.message).sort()).to.deep.equal(["one", "three", "two"]);
    for (const { kind, attempts, reason } of found) {
      expect({ kind, attempts }).to.deep.equal({ kind: "log", attempts: 26 });
      expect(reason).to.contain("never answered").and.to.contain("queued once more");
    }
    const [deadLetter] = found as [DeadLetter];
    const replayed = await core(running, `/events/dead-letters/${deadLetter.id}/replay`, { method: "POST", token });
    expect(replayed.status, replayed.text).to.equal(200);
    const event = await stored(running, replayed.json<{ eventId: string }>().eventId, token);
    expect(event).to.deep.include({ kind: "log", organizationId: ORGANIZATION, message: deadLetter.payload.message });
    await waitFor(async () => (await deadLetters()).length === 2, { what: "the replayed letter to be done with" });

    await drained(running, { organization: ORGANIZATION });
    const messages = async (): Promise<number> =>
      (await (await (connection as ChannelModel).createChannel()).checkQueue(deadQueue)).messageCount;
    expect(await messages(), "acknowledged").to.equal(0);
  });
});

/** As a worker does whose connections are stable; none takes it from there yet. */
async function queueOnceMore(url: string, connection: ChannelModel, queue: string): Promise<void> {
  const options = { url, partitions: 1, logger: silentLogger, clock: systemClock, stableMs: 0 };
  const source = await openDeliveryLimitSource(options);
  const stopping = new AbortController();
  const running = source.run(async () => expect.fail("it is a dead letter already"), stopping.signal);
  const channel = await connection.createChannel();
  await waitFor(async () => (await channel.checkQueue(queue)).messageCount === 1, {
    what: "it to be queued once more",
  });
  stopping.abort();
  await running;
  await source.close();
  await channel.close();
}
