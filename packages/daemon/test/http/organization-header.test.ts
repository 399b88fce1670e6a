import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { core, ingest, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";

describe("the organizations of a daemon that lists them", function () {
  this.timeout(15_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_ORGANIZATIONS: "shop,depot" });
  });
  after(() => daemon.stop());

  it("are taken, and any other is 403 on both interfaces, the default one too", async () => {
    for (const [organization, status] of [
      ["shop", 202],
      ["depot", 202],
      ["other", 403],
      [undefined, 403],
    ] as const) {
      const answer = await ingest(daemon, "/events/logs", log(), organization ? { organization } : {});
      expect(answer.status, organization ?? "none").to.equal(status);
      conforms(answer, "sendLog");
    }
    expect((await core(daemon, "/incidents", { token: tokenOf("shop") })).status).to.equal(200);
    expect((await core(daemon, "/incidents", { token: tokenOf("other") })).status).to.equal(403);
  });
});

describe("the header x-organization-id", function () {
  this.timeout(15_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  it("is 1 to 64 of letters, digits, '.', '_' and '-'", async () => {
    for (const organization of ["a", "A.b_c-9", "x".repeat(64)]) {
      expect((await ingest(daemon, "/events/logs", log(), { organization })).status, organization).to.equal(202);
    }
    for (const organization of ["x".repeat(65), "a b", "a/b", "../etc", "a'--", "é", "a,b"]) {
      const answer = await ingest(daemon, "/events/logs", log(), { headers: { "x-organization-id": organization } });
      expect(answer.status, organization).to.equal(400);
      conforms(answer, "sendLog");
    }
  });

  it("that is empty counts as left out", async () => {
    const answer = await ingest(daemon, "/events/logs", log(), { organization: "" });
    expect((await stored(daemon, answer.json<{ id: string }>().id)).organizationId).to.equal("default");
  });
});
