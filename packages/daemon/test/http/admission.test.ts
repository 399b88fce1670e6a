import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";

const PATHS = ["/events/logs", "/events/logs/batch", "/events/metrics", "/events/deployments"] as const;

describe("the keys of the ingestion interface", function () {
  this.timeout(15_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_INGEST_API_KEY: "old-key, new-key,bound-key@shop,odd@key@shop" });
  });
  after(() => daemon.stop());

  for (const path of PATHS) {
    it(`are asked for at ${path}, before the body is looked at`, async () => {
      for (const key of [undefined, "wrong", "", "old-key,new-key", "bound-key@shop"]) {
        const answer = await ingest(daemon, path, "{ no json", key === undefined ? {} : { key });
        expect(answer.status, String(key)).to.equal(401);
        expect(answer.text).to.match(/API key is invalid or missing/);
        expect(answer.json()).to.include({ statusCode: 401, error: "Unauthorized" });
      }
      expect((await ingest(daemon, path, "{ no json", { key: "old-key" })).status).to.equal(400);
    });
  }

  it("can be rotated: both keys of a list are taken", async () => {
    for (const key of ["old-key", "new-key"]) {
      const answer = await ingest(daemon, "/events/logs", log(), { key });
      expect(answer.status, key).to.equal(202);
      conforms(answer, "sendLog");
    }
  });

  it("let an unbound key name any organization", async () => {
    const answer = await ingest(daemon, "/events/logs", log({ message: "m" }), {
      key: "old-key",
      organization: "depot",
    });
    expect((await stored(daemon, answer.json<{ id: string }>().id, tokenOf("depot"))).organizationId).to.equal("depot");
  });

  it("keep an unbound key out of an organization that another key is bound to", async () => {
    const answer = await ingest(daemon, "/events/logs", log(), { key: "old-key", organization: "shop" });
    expect(answer.status).to.equal(403);
    expect(answer.text).to.match(/shop takes telemetry with a key that is bound to it alone/);
    conforms(answer, "sendLog");
  });

  it("lead a bound key without the header to its organization, also with an @ in the key", async () => {
    for (const key of ["bound-key", "odd@key"]) {
      const answer = await ingest(daemon, "/events/logs", log(), { key });
      expect(answer.status).to.equal(202);
      expect((await stored(daemon, answer.json<{ id: string }>().id, tokenOf("shop"))).organizationId).to.equal("shop");
    }
  });

  it("refuse a bound key that names another organization with 403, and take its own", async () => {
    for (const organization of ["depot", "default", "SHOP"]) {
      const answer = await ingest(daemon, "/events/logs", log(), { key: "bound-key", organization });
      expect(answer.status, organization).to.equal(403);
      conforms(answer, "sendLog");
    }
    expect((await ingest(daemon, "/events/logs", log(), { key: "bound-key", organization: "shop" })).status).to.equal(
      202,
    );
  });

  it("aren't asked for by health, metrics and documentation", async () => {
    for (const path of ["/health/live", "/health/ready", "/metrics", "/openapi.json", "/api"]) {
      expect((await fetch(`${daemon.ingest}${path}`)).status, path).to.equal(200);
    }
  });

  it("are in no answer and no log line", () => {
    expect(JSON.stringify(daemon.log)).to.not.match(/old-key|new-key|bound-key/);
  });
});

describe("unbound keys of the ingestion interface", function () {
  this.timeout(15_000);
  let daemon: TestDaemon | undefined;
  afterEach(() => daemon?.stop());

  const statuses = async (mode: string): Promise<readonly number[]> => {
    daemon = await startTestDaemon({
      TOCSIN_INGEST_API_KEY: "shared,bound@shop",
      TOCSIN_INGEST_UNBOUND_KEYS: mode,
    });
    const { ingest: url } = daemon;
    const send = (organization?: string) =>
      ingest({ ingest: url }, "/events/logs", log(), { key: "shared", ...(organization ? { organization } : {}) });
    return Promise.all([undefined, "depot", "shop"].map(async (name) => (await send(name)).status));
  };

  it("write into the default organization alone where the setting says default", async () => {
    expect(await statuses("default")).to.deep.equal([202, 403, 403]);
  });

  it("write into any organization where the setting says any", async () => {
    expect(await statuses("any")).to.deep.equal([202, 202, 202]);
  });
});
