import { expect } from "chai";
import { core, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Refusal {
  readonly organizationId: string;
  readonly reason: string;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly services: readonly string[];
  readonly advice: string;
}

describe("what ingestion refused", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon({ TOCSIN_DEFAULT_SERVICES_MAX: "5", TOCSIN_SERVICES_MAX: "2" });
  });
  afterEach(() => daemon.stop());

  const send = async (services: readonly string[], organization?: string): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (const service of services) {
      const answer = await ingest(daemon, "/events/logs", log({ service }), organization ? { organization } : {});
      statuses.push(answer.status);
    }
    return statuses;
  };
  const list = async (token: string): Promise<readonly Refusal[]> => {
    const answer = await core(daemon, "/events/refusals", { token });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Refusal[]>();
  };
  const listed = (token: string): Promise<readonly Refusal[]> =>
    waitFor(async () => {
      const refusals = await list(token);
      return refusals.length > 0 && refusals;
    });
  const six = ["a", "b", "c", "d", "e", "f"];

  it("is nothing while everything is taken", async () => {
    expect(await send(six.slice(0, 5))).to.deep.equal([202, 202, 202, 202, 202]);
    expect(await list(tokenOf("default"))).to.deep.equal([]);
  });

  it("of the default organization is told with the header to send to whoever has an organization, without names", async () => {
    expect(await send([...six, "g"])).to.deep.equal([202, 202, 202, 202, 202, 403, 403]);
    const [refusal, ...more] = await listed(tokenOf("shop"));
    expect(more).to.deep.equal([]);
    expect(refusal).to.include({ organizationId: "default", reason: "default_service_limit", count: 2 });
    expect(refusal?.advice).to.equal("Send the header x-organization-id: shop");
    expect(refusal?.services).to.deep.equal([]);
    expect(Date.parse(refusal?.lastAt ?? "")).to.be.closeTo(Date.now(), 20_000);
    const [own] = await list(tokenOf("default"));
    expect(own?.services).to.deep.equal(["f", "g"]);
    expect(own?.advice).to.contain("an organization of your own");
  });

  it("of the default organization is hidden from callers of others that may only look", async () => {
    await send(six);
    await listed(tokenOf("shop"));
    expect(await list(tokenOf("shop", { permissions: ["incidents:view"] }))).to.deep.equal([]);
    expect(await list(tokenOf("default", { permissions: ["incidents:view"] }))).to.have.lengthOf(1);
    expect((await core(daemon, "/events/refusals", { token: tokenOf("shop", { permissions: [] }) })).status).to.equal(
      403,
    );
  });

  it("of an organization is told to it alone", async () => {
    expect(await send(["a", "b", "secret"], "acme")).to.deep.equal([202, 202, 403]);
    const [refusal] = await listed(tokenOf("acme"));
    expect(refusal).to.deep.include({
      organizationId: "acme",
      reason: "service_limit",
      count: 1,
      services: ["secret"],
    });
    for (const other of ["shop", "default"]) expect(await list(tokenOf(other)), other).to.deep.equal([]);
  });

  it("of a lenient batch is told as well, though the batch is answered 202", async () => {
    const answer = await ingest(
      daemon,
      "/events/logs/batch?onInvalid=skip",
      six.map((service) => log({ service })),
    );
    expect(answer.status).to.equal(202);
    const [refusal] = await listed(tokenOf("default"));
    expect(refusal).to.deep.include({ count: 1, services: ["f"] });
  });

  it("is kept over a restart, also what was refused right before it", async () => {
    await send(six);
    daemon = await daemon.restart();
    expect((await list(tokenOf("shop")))[0]).to.include({ count: 1 });
    await send(["g"]);
    await waitFor(async () => (await list(tokenOf("shop")))[0]?.count === 2);
  });
});
