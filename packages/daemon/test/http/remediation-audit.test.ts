import { join } from "node:path";
import { expect } from "chai";
import { openDatabase } from "../../src/store/open-database.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

describe("the audit log over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  const token = tokenOf("acme", { name: "Ada", sub: "ada" });
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const verify = (as = token): Promise<Answer> => core(daemon, "/remediation/audit/verify", { token: as });
  const post = async (path: string, body: unknown): Promise<{ readonly id: string }> => {
    const answer = await core(daemon, path, { method: "POST", token, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json();
  };

  it("is valid where nothing was done", async () => {
    const answer = await verify();
    expect(answer.status).to.equal(200);
    expect(answer.json()).to.deep.equal({
      organizationId: "acme",
      valid: true,
      checked: 0,
      headHash: null,
      firstBroken: null,
    });
  });

  it("is valid after requests, until somebody changes what was requested", async () => {
    const incident = await post("/incidents", {
      title: "Checkout fails",
      description: "Errors",
      severity: "HIGH",
      affectedServices: ["checkout"],
    });
    const body = { incidentId: incident.id, actionType: "restart-service", serviceName: "checkout" };
    await post("/remediation/request", body);
    const { headHash, ...verdict } = (await verify()).json<{ headHash: string }>();
    expect(verdict).to.deep.equal({ organizationId: "acme", valid: true, checked: 1, firstBroken: null });
    expect(headHash).to.match(/^[0-9a-f]{64}$/);

    const database = await openDatabase({ kind: "sqlite", path: join(daemon.dataDir, "tocsin.db") });
    try {
      await database.write((transaction) =>
        transaction.query("update remediation_action set performed_by = 'somebody else'"),
      );
    } finally {
      await database.close();
    }
    const broken = (await verify()).json<{ valid: boolean; firstBroken: string }>();
    expect(broken).to.include({ valid: false, checked: 0, headHash });
    expect(broken.firstBroken).to.match(/^[0-9a-f-]{36}$/);
    expect((await verify(tokenOf("other", { sub: "grace" }))).json()).to.include({ valid: true, checked: 0 });
  });
});
