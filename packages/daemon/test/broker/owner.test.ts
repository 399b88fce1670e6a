import { expect } from "chai";
import { adoptBroker, claimBroker } from "../../src/adapters/broker/virtual-host.ts";
import { type Bench, batchOf, onBroker, until } from "./harness.ts";

onBroker("The owner of a virtual host", (open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  const options = (owner: string) => ({
    url: bench.proxy.url,
    owner,
    prefix: (bench.topology.queues[0] as string).replace(".telemetry.0", ""),
  });
  const claim = (owner: string): Promise<string> =>
    claimBroker(options(owner)).catch((error: Error) => `refused: ${error.message}`);

  it("is the first database that claims it, until another one adopts it", async () => {
    expect(await claim("one")).to.match(/, virtual host \/, mark [0-9a-f]{8}$/);
    expect(await claim("one"), "again").to.match(/, virtual host \/, mark [0-9a-f]{8}$/);
    expect(await claim("other")).to.match(/^refused: .+belongs to another database/);
    await adoptBroker(options("other"));
    expect(await claim("other")).to.match(/, virtual host \/, mark [0-9a-f]{8}$/);
    expect(await claim("one")).to.match(/^refused: /);
  });

  it("alone publishes: what another one accepts stays in its spool", async () => {
    await claim("one");
    const queue = await bench.openQueue({ owner: "other" });
    await queue.append([batchOf("service")]);
    expect((await queue.depth()).spooledEvents).to.equal(1);
    await adoptBroker(options("other"));
    await until("the spooled batch", async () => (await queue.depth()).spooledEvents === 0);
  });

  it("alone consumes: a worker of another database is given nothing", async () => {
    await claim("one");
    const queue = await bench.openQueue({ owner: "one" });
    await queue.append([batchOf("service")]);
    const source = await bench.openSource({ owner: "other" });
    expect(source.hears()).to.equal(false);
  });
});
