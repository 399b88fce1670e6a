import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { request } from "../support/request.ts";

describe("the bare address", () => {
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  it("leads to the documentation on both interfaces, without a token", async () => {
    for (const base of [daemon.core, daemon.ingest]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetch(`${base}/?from=a-bookmark`, { method, redirect: "manual" });
        expect([answer.status, answer.headers.get("location")], base).to.deep.equal([302, "/api"]);
      }
      expect((await request(`${base}/`)).text).to.contain("swagger-ui");
    }
  });

  it("takes nothing", async () => {
    expect((await request(`${daemon.core}/`, { body: {} })).status).to.equal(401);
    expect((await request(`${daemon.ingest}/`, { body: {} })).status).to.equal(404);
  });
});
