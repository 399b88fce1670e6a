import { expect } from "chai";
import { claimBroker } from "../../src/adapters/broker/virtual-host.ts";
import { hasRabbit, openRabbit, type Rabbit } from "../support/rabbit.ts";
import { type Bench, batchOf, notingLogger, onBroker, until } from "./harness.ts";

onBroker("A link to a virtual host", (open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  const prefix = (): string => (bench.topology.queues[0] as string).replace(".telemetry.0", "");
  const claim = (url = bench.proxy.url): Promise<string> => claimBroker({ url, owner: "one", prefix: prefix() });

  it("gives it one name for all, with a random mark, and a new one after its data was lost", async () => {
    const [first, second] = await Promise.all([claim(), claim()]);
    expect(first).to.match(/, mark [0-9a-f]{8}$/);
    expect(second).to.equal(first);
    expect(await claim()).to.equal(first);
    await bench.channel.deleteExchange(bench.topology.markExchange);
    expect(await claim())
      .to.match(/, mark [0-9a-f]{8}$/)
      .and.not.equal(first);
  });

  it("publishes nothing until its broker is confirmed: what is accepted waits in the spool", async () => {
    const asked: string[] = [];
    let problem: string | undefined = "the process 1 uses another broker";
    const logger = notingLogger();
    const confirm = async (link: string, broker: string): Promise<void> => {
      asked.push(`${link}: ${broker}`);
      if (problem !== undefined) throw new Error(problem);
    };
    const queue = await bench.openQueue({ owner: "one", confirm, logger });
    await queue.append([batchOf("service")]);
    expect((await queue.depth()).spooledEvents).to.equal(1);
    expect(queue.refusal()).to.equal(problem);
    expect(logger.lines).to.deep.equal(["The broker is not used (publisher)"]);
    expect(asked[0]).to.equal(`publisher: ${await claim()}`);
    await until("another try", () => asked.length > 1);
    expect(logger.lines, "the same problem is said once").to.have.lengthOf(1);
    problem = undefined;
    await until("the spooled batch", async () => (await queue.depth()).spooledEvents === 0);
    expect(queue.refusal()).to.equal(undefined);
  });

  it("consumes nothing until its broker is confirmed, and asks again after each reconnection", async () => {
    const asked: string[] = [];
    let isRefused = true;
    const confirm = async (link: string): Promise<void> => {
      asked.push(link);
      if (isRefused) throw new Error("the process 1 uses another broker");
    };
    const source = await bench.openSource({ owner: "one", confirm });
    expect(source.hears()).to.equal(false);
    expect(source.refusal?.()).to.include("the process 1");
    isRefused = false;
    await until("the confirmed link", () => source.hears());
    expect(source.refusal?.()).to.equal(undefined);
    const tries = asked.length;
    isRefused = true;
    bench.proxy.drop();
    await until("the question after the reconnection", () => asked.length > tries);
    await until("the refusal", () => source.refusal?.() !== undefined);
    expect(source.hears()).to.equal(false);
    expect(new Set(asked)).to.deep.equal(new Set(["consumer"]));
  });

  it("says in words that the virtual host doesn't exist", async () => {
    const url = `${bench.proxy.url}/tocsin%2Fno-such-host`;
    const message = await claim(url).then(
      () => "claimed",
      (error: Error) => error.message,
    );
    expect(message).to.match(/^RabbitMQ refuses the virtual host tocsin\/no-such-host of TOCSIN_AMQP_URL\. It doesn't/);
  });
});

describe(`Two brokers of one name${hasRabbit() ? "" : " (pending: the package rabbitmq-server is not installed)"}`, function () {
  this.timeout(120_000);
  const rabbits: Rabbit[] = [];
  before(async function () {
    if (!hasRabbit()) this.skip();
    for (let n = 0; n < 2; n += 1) rabbits.push(await openRabbit("rabbit@localhost"));
    await Promise.all(rabbits.map((rabbit) => rabbit.start()));
  });
  after(() => {
    for (const rabbit of rabbits) rabbit.remove();
  });

  it("have different names by their marks", async () => {
    const names = await Promise.all(rabbits.map(({ url }) => claimBroker({ url, owner: "one" })));
    expect(new Set(names.map((name) => name.replace(/, mark .*$/, ""))).size).to.equal(1);
    expect(new Set(names).size).to.equal(2);
  });
});
