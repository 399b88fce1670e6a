import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { environmentAttack } from "./environment-attack.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly details: {
    readonly policy: { readonly rules: readonly { readonly rule: string; readonly reason: string }[] };
  };
}

describe("A requester who names what suits them", function () {
  this.timeout(60_000);
  const world = environmentAttack();

  it("doesn't get around a denial and a freeze in production by naming staging", async () => {
    const { id, environment } = await world.fatal("orders", "production");
    expect(environment).to.equal("production");
    for (const named of [undefined, "staging", "dev", "qa", "STAGING ", "ｓｔａｇｉｎｇ"]) {
      const answer = await world.request(id, named === undefined ? {} : { environment: named });
      world.expectDenied(answer, String(named));
      expect(answer.text, String(named)).to.contain("freeze: sale is open");
    }
  });

  it("doesn't get around them where nobody knows the environment, with any name", async () => {
    const id = await world.manual("unheard-of");
    const { id: logged } = await world.fatal("unplaced");
    for (const incidentId of [id, logged]) {
      for (const named of [undefined, "staging", "dev", "unknown"]) {
        world.expectDenied(
          await world.request(incidentId, named === undefined ? {} : { environment: named }),
          String(named),
        );
      }
    }
  });

  it("is refused a look-alike of a name", async () => {
    const id = await world.manual("unheard-of");
    for (const environment of ["prоduction", "pr0duction", "dev\u200b", "ѕtаgе"]) {
      const answer = await world.request(id, { environment });
      expect(answer.status, environment).to.equal(422);
      expect(answer.json<{ violations: string[] }>().violations[0], environment).to.match(
        /^environment: .*(invisible|looks like)/,
      );
    }
    const service = await world.request(id, { serviceName: "раyments" });
    expect(service.status).to.equal(422);
    expect(service.json<{ violations: string[] }>().violations[0]).to.match(/^serviceName: .*looks like/);
  });

  it("doesn't lower a service that the catalog knows as production by one log that says staging", async () => {
    const { id, environment } = await world.fatal("payments", "staging");
    expect(environment).to.equal("staging");
    world.expectDenied(await world.request(id), "nothing named");
    world.expectDenied(await world.request(id, { environment: "staging" }), "staging");
  });
});

describe("An override", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    const file = join(temporaryFolder(), "policy.yaml");
    const rules = [{ name: "asks", verdict: "manual" }];
    writeFileSync(file, JSON.stringify({ rules, overridePermission: "remediation:override" }));
    daemon = await startTestDaemon({ TOCSIN_POLICY_FILE: file });
  });
  after(() => daemon.stop());

  it("takes the permission that the policy file asks for", async () => {
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    const incidentId = (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
    const asked = { incidentId, actionType: "restart-service" };
    const { id } = (await core(daemon, "/remediation/request", { body: asked })).json<Row>();
    await core(daemon, `/incidents/${incidentId}/status`, { method: "PATCH", body: { status: "RESOLVED" } });
    const approve = async (permissions: readonly string[]): Promise<Answer> => {
      const token = await mintToken({ permissions });
      return core(daemon, `/remediation/${id}/approve`, { method: "POST", body: { reason: "It matters." }, token });
    };
    const refused = await approve(["remediation:approve"]);
    expect(refused.status, refused.text).to.equal(403);
    expect(refused.text).to.contain("needs the permission remediation:override");
    const taken = await approve(["remediation:approve", "remediation:override"]);
    expect(taken.json()).to.include({ status: "QUEUED" });
  });
});
