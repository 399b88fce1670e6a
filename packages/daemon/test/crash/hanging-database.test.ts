import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { ingest } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { request } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

const ANSWER_MS_MAX = 3_000;

describeDaemonGroup("Processes whose PostgreSQL hangs", (start, database) => {
  let proxy: BrokerProxy;
  before(async () => {
    proxy = await openProxy(database().url);
  });
  after(() => proxy.close());

  const metrics = async (address: string): Promise<string> => {
    const began = performance.now();
    const { text } = await request(`${address}/metrics`);
    expect(performance.now() - began).to.be.below(ANSWER_MS_MAX);
    return text;
  };
  const sampleOf = (text: string, name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? "none");
  const queueOf = async (address: string): Promise<readonly [depth: number, oldestSeconds: number]> => {
    const text = await metrics(address);
    return [sampleOf(text, "tocsin_queue_depth"), sampleOf(text, "tocsin_queue_oldest_seconds")];
  };

  it("answer /metrics with the depth and an age that grows, and log what keeps them from stopping", async () => {
    const settings = { TOCSIN_DATABASE_URL: proxy.url };
    const accepting = await start("ingest", { settings });
    const serving = await start("core", { settings });
    const send = async (events: number): Promise<void> => {
      const batch = Array.from({ length: events }, () => log({ service: "shop" }));
      expect((await ingest(accepting, "/events/logs/batch", batch)).status).to.equal(202);
    };
    await send(30);
    await waitFor(async () => (await queueOf(accepting.ingest))[0] === 30, { what: "the depth" });
    proxy.hush();
    await send(5);
    await waitFor(async () => (await queueOf(accepting.ingest))[1] > 3, { within: 20_000, what: "it to age" });
    expect((await queueOf(accepting.ingest))[0]).to.equal(35);
    expect(await metrics(serving.core)).to.contain("tocsin_stream_clients 0");

    const ended = await Promise.all([accepting.end("SIGTERM"), serving.end("SIGTERM")]);
    const outputs = [accepting.output(), serving.output()];
    for (const [index, code] of ended.entries()) {
      if (code === 0) continue;
      expect(outputs[index]).to.match(/"underWay":\["the (ingest|core) role"\],"message":"The stop takes too long/);
    }
    expect(ended, "one of them waits for the database").to.include(1);
  }).timeout(120_000);
});
