import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";
import { action, given, other } from "./remediation-actions.ts";

describe("commands about remediation", () => {
  const fake = fakeSession();
  const one = `/remediation/actions/${action().id}`;
  const bodyOf = (path: string): unknown => {
    const asked = fake.server.requests.find(({ method, url }) => method === "POST" && url === path);
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

  describe("remediation list and pending", () => {
    it("give whole values with tabs between in a pipe, without control characters", async () => {
      await fake.serve({ "GET /remediation/actions": json([action(), other]) });
      const { stdout } = await fake.run("remediation list");
      expect(stdout.trimEnd().split("\n")).to.deep.equal([
        `${action().id}\tPENDING_APPROVAL\tscale-service\tcheckout\tproduction\tada\t2026-11-20T08:00:00.000Z`,
        `${other.id}\tCOMPLETED\tscale-service\tpay\tproduction\tada\t2026-11-20T08:00:00.000Z`,
      ]);
    });

    it("send their filters", async () => {
      await fake.serve({ "GET /remediation/actions": json([]) });
      await fake.run("remediation list --status failed --environment prod --limit 7");
      await fake.run("remediation pending --json");
      expect(fake.server.requests.map(({ url }) => url)).to.deep.equal([
        "/remediation/actions?status=FAILED&environment=prod&limit=7",
        "/remediation/actions?status=PENDING_APPROVAL&limit=500",
      ]);
    });
  });

  describe("remediation show", () => {
    const entry = {
      id: "0198c1d7-0000-7000-8000-00000000cc01",
      seq: 1,
      actionId: action().id,
      event: "approval_blocked",
      actor: "grace",
      at: "2026-11-20T08:01:00.000Z",
      content: { reason: "too late" },
      previousHash: "0",
      hash: "1",
    };

    it("shows plan, policy verdict and history for a short id", async () => {
      await fake.serve({
        "GET /remediation/actions": json([action(), other]),
        [`GET ${one}/audit`]: json([entry]),
      });
      const { stdout, code } = await fake.run("remediation show 3f2a9c");
      expect(code).to.equal(0);
      for (const said of [
        "scale-service of checkout in production",
        "namespace shop, name checkout, replicas 2",
        "2 services may be affected",
        "Scale back to 2 replicas.",
        "production-asks says manual: Production asks.",
        "approval blocked (grace): too late",
      ])
        expect(stdout).to.contain(said);
      expect(stdout).not.to.contain("\u001b[2J");
    });

    it("lists the matches of an ambiguous id", async () => {
      const twin = action({ id: "3f2a9c1e-0000-4000-8000-000000000009" });
      await fake.serve({ "GET /remediation/actions": json([action(), twin]) });
      const { stderr, code } = await fake.run("remediation show 3f2a9c1e");
      expect(code).to.equal(2);
      expect(stderr).to.contain("3f2a9c1e matches 2 actions:").and.to.contain(twin.id);
    });
  });

  it("remediation list filters by service and time", async () => {
    const earlier = action({ id: other.id, createdAt: "2026-11-19T08:00:00.000Z" });
    await fake.serve({ "GET /remediation/actions": json([action(), action({ serviceName: "db" }), earlier]) });
    const { stdout } = await fake.run("remediation list --service checkout --since 2026-11-20T00:00:00Z -o name");
    expect(stdout).to.equal(`${action().id}\n`);
    expect(fake.server.requests.at(-1)?.url).to.equal("/remediation/actions?limit=500");
  });

  it("remediation audit verify fails for a broken log, and names the entry", async () => {
    const broken = { organizationId: "acme", valid: false, checked: 7, headHash: "ab", firstBroken: "head" };
    await fake.serve({ "GET /remediation/audit/verify": json(broken) });
    const { code, stdout } = await fake.run("remediation audit verify");
    expect(code).to.equal(1);
    expect(stdout).to.match(/first broken +head/);
    await fake.server.close();
    await fake.serve({ "GET /remediation/audit/verify": json({ ...broken, valid: true, firstBroken: null }) });
    expect((await fake.run("remediation audit verify")).code).to.equal(0);
  });

  it("remediation reject sends the reason", async () => {
    const path = `/remediation/${action().id}/reject`;
    await fake.serve({ [`GET ${one}`]: json(action()), [`POST ${path}`]: json({ status: "REJECTED" }) });
    const { stdout } = await fake.run(`remediation reject ${action().id} --reason fixed`);
    expect(stdout).to.equal("3f2a9c1e PENDING_APPROVAL → REJECTED\n");
    expect(bodyOf(path)).to.deep.equal({ reason: "fixed" });
  });

  it("remediation history lists the actions of an incident", async () => {
    await fake.serve({
      [`GET /incidents/${given.id}`]: json(given),
      [`GET /remediation/history/${given.id}`]: json([other]),
    });
    expect((await fake.run(`remediation history ${given.id} --json`)).stdout).to.contain(other.id);
  });
});
