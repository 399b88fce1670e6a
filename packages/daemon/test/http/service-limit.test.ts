import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { drained, ingest, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";

describe("the service limit", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon({ TOCSIN_DEFAULT_SERVICES_MAX: "5", TOCSIN_SERVICES_MAX: "7" });
  });
  afterEach(() => daemon.stop());

  const from = (service: string, organization?: string): Promise<Answer> =>
    ingest(daemon, "/events/logs", log({ service }), organization ? { organization } : {});
  const batch = (services: readonly string[], path = "/events/logs/batch"): Promise<Answer> =>
    ingest(
      daemon,
      path,
      services.map((service) => log({ service })),
    );

  it("is exact under 50 first sights at once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => from(`service-${index}`)));
    expect(answers.filter(({ status }) => status === 202)).to.have.lengthOf(5);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(answer.status).to.equal(403);
      conforms(answer, "sendLog");
      expect(answer.json<ErrorBody>().message).to.match(/^Service limit reached/);
    }
    await drained(daemon, { organization: "other" });
    expect(new Set((await search(daemon, {})).map(({ service }) => service)).size).to.equal(5);
  });

  it("counts a service once over logs, metrics and deployments, by its trimmed name", async () => {
    for (const service of ["a", "b", "c", "d", "e"]) expect((await from(service)).status).to.equal(202);
    const metric = { service: " a ", name: "m", value: 1, unit: "ms" };
    expect((await ingest(daemon, "/events/metrics", metric)).status).to.equal(202);
    expect((await ingest(daemon, "/events/metrics", { ...metric, service: "f" })).status).to.equal(403);
    const deployment = { service: "e", version: "1", environment: "prod" };
    expect((await ingest(daemon, "/events/deployments", deployment)).status).to.equal(202);
    expect((await ingest(daemon, "/events/deployments", { ...deployment, service: "f" })).status).to.equal(403);
    expect((await from("A")).status, "casing counts").to.equal(403);
  });

  it("refuses a batch that would pass it as a whole, and lets none of its new services in", async () => {
    expect((await batch(["a", "b", "c"])).status).to.equal(202);
    const refused = await batch(["a", "d", "e", "f"]);
    expect(refused.status).to.equal(403);
    conforms(refused, "sendLogs");
    expect((await batch(["x", "y"])).status).to.equal(202);
    await drained(daemon, { organization: "other" });
    expect((await search(daemon, {})).map(({ service }) => service).sort()).to.deep.equal(["a", "b", "c", "x", "y"]);
  });

  it("lets a lenient batch take as many new services as there is room, the first ones", async () => {
    expect((await batch(["a", "b", "c"])).status).to.equal(202);
    const answer = await batch(["d", "a", "e", "f", "d", "g"], "/events/logs/batch?onInvalid=skip");
    expect(answer.status).to.equal(202);
    conforms(answer, "sendLogs");
    const { accepted, details } = answer.json<{ accepted: number; details: { path: string }[] }>();
    expect(accepted).to.equal(4);
    expect(details.map(({ path }) => path)).to.deep.equal(["/3/service", "/5/service"]);
  });

  it("is exact under lenient batches at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        batch([`one-${index}`, `two-${index}`], "/events/logs/batch?onInvalid=skip"),
      ),
    );
    const accepted = answers.map((answer) => answer.json<{ accepted: number }>().accepted);
    expect(accepted.reduce((sum, each) => sum + each, 0)).to.equal(5);
  });

  it("is a setting for other organizations, each with its own", async () => {
    for (const organization of ["shop", "depot"]) {
      const statuses = [];
      for (let index = 0; index < 9; index++) statuses.push((await from(`s-${index}`, organization)).status);
      expect(statuses, organization).to.deep.equal([202, 202, 202, 202, 202, 202, 202, 403, 403]);
    }
    await drained(daemon);
    expect(await search(daemon, {}, tokenOf("shop"))).to.have.lengthOf(7);
  });

  it("holds over a restart: known services pass, the sixth doesn't", async () => {
    for (const service of ["a", "b", "c", "d", "e"]) await from(service);
    daemon = await daemon.restart();
    expect((await from("e")).status).to.equal(202);
    expect((await from("f")).status).to.equal(403);
  });

  it("takes no place for an event that is invalid", async () => {
    for (let index = 0; index < 6; index++) {
      expect((await ingest(daemon, "/events/logs", log({ service: `bad-${index}`, level: "loud" }))).status).to.equal(
        400,
      );
      expect((await batch([`also-bad-${index}`, " "])).status).to.equal(400);
    }
    for (const service of ["a", "b", "c", "d", "e"]) expect((await from(service)).status).to.equal(202);
  });

  it("isn't passed by names that are properties of every object", async () => {
    for (const service of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
      expect((await from(service)).status, service).to.equal(202);
    }
    expect((await from("isPrototypeOf")).status).to.equal(403);
  });
});
