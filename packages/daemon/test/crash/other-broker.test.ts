import { connect } from "amqplib";
import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { core, ingest } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import type { DaemonProcess } from "../support/process.ts";
import { openRabbit, type Rabbit } from "../support/rabbit.ts";
import { request } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

describeDaemonGroup("A process whose broker was away at its start and is not that of the others", (startDaemon) => {
  let other: Rabbit;
  let proxy: BrokerProxy;
  before(async function () {
    this.timeout(120_000);
    other = await openRabbit();
    await other.start();
    proxy = await openProxy(other.url);
    proxy.cut();
  });
  after(async () => {
    await proxy?.close();
    other?.remove();
  });

  const start = (roles: string, settings = {}): Promise<DaemonProcess> => startDaemon(roles, { settings });
  const ready = async (address: string): Promise<string> => {
    const { status, text } = await request(`${address}/health/ready`);
    return `${status} ${text}`;
  };
  const becomes = (address: string, answer: RegExp): Promise<unknown> =>
    waitFor(async () => answer.test(await ready(address)), { within: 30_000, what: `readiness like ${answer}` });
  const held = async (address: string): Promise<number> =>
    Number(/^tocsin_partitions_held (\d+)/m.exec((await request(`${address}/metrics`)).text)?.[1] ?? Number.NaN);
  const hasQueues = async (): Promise<boolean> => {
    const connection = await connect(other.url);
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    const found = await channel.checkQueue("tocsin.telemetry.0").then(
      () => true,
      () => false,
    );
    await connection.close();
    return found;
  };

  it("publishes and consumes nothing there until those have ended, and says why", async () => {
    const worker = await start("worker");
    const first = await start("ingest");
    const settings = { TOCSIN_AMQP_URL: proxy.url };
    const second = await start("ingest", settings);
    const reader = await start("core,worker", settings);
    proxy.restore();

    await becomes(
      second.ingest,
      /^200 .*"warnings":\["the broker is not used.+the process \d+ on .+TOCSIN_AMQP_URL leads to/,
    );
    await becomes(reader.core, /^503 .*the broker is not used: .*the process \d+ on .+TOCSIN_AMQP_URL leads to/);
    expect(second.output()).to.match(/"level":50.*The broker is not used \(publisher\)/);
    const sent = await ingest(second, "/events/logs", log({ service: "shop" }));
    expect(sent.status).to.equal(202);
    expect(await hasQueues()).to.equal(false);
    await waitFor(async () => (await held(worker.core)) === 8 && (await held(reader.core)) === 0, {
      within: 20_000,
      what: "all partitions at the worker that may consume",
    });

    await Promise.all([first.end("SIGTERM"), worker.end("SIGTERM")]);
    const { id } = sent.json<{ id: string }>();
    await waitFor(async () => (await core(reader, `/events/${id}`)).status === 200, {
      within: 40_000,
      what: "the event",
    });
    await becomes(second.ingest, /^200 .*"warnings":\[\]/);
    await becomes(reader.core, /^200 /);
  }).timeout(180_000);
});
