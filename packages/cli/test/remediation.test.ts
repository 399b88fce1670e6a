import type { RemediationAction } from "@tocsin/sdk";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, refusal } from "./fake-tocsin.ts";

const given = incident();
const plan: RemediationAction["plan"] = {
  actionType: "scale-service",
  mode: "live",
  target: { namespace: "shop", name: "checkout", replicas: 2 },
  parameters: { replicas: 4 },
  blastRadius: 2,
  rollback: "Scale back to 2 replicas.",
};
const action = (fields: Partial<RemediationAction> = {}): RemediationAction => ({
  id: "3f2a9c1e-0000-4000-8000-000000000001",
  incidentId: given.id,
  actionType: "scale-service",
  status: "PENDING_APPROVAL",
  performedBy: "ada\u001b[2J",
  serviceName: "checkout",
  environment: "production",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  details: {
    policy: { verdict: "manual", rules: [{ rule: "production-asks", says: "manual", reason: "Production asks." }] },
  },
  error: null,
  organizationId: "acme",
  severity: "CRITICAL",
  parameters: { replicas: 4 },
  origin: "suggestion",
  mode: "live",
  plan,
  planHash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  approvalExpiresAt: "2026-11-20T09:00:00.000Z",
  verification: null,
  ...fields,
});
const other = action({ id: "4b1d0c2f-0000-4000-8000-000000000002", status: "COMPLETED", serviceName: "pay\u202e" });

describe("commands about remediation", () => {
  const fake = fakeSession();
  const one = `/remediation/actions/${action().id}`;
  /** Answers each of these in its turn, and the last one from then on. */
  const inTurn = (...answers: readonly Answer[]): Answer => {
    let next = 0;
    return (response, asked) => answers[Math.min(next++, answers.length - 1)]?.(response, asked);
  };
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

  describe("remediation approve", () => {
    it("fails in a pipe with a hint on --yes", async () => {
      await fake.serve({ [`GET ${one}`]: json(action()) });
      const { stderr, code } = await fake.run(`remediation approve ${action().id}`);
      expect(code).to.equal(2);
      expect(stderr).to.contain("--yes");
      expect(bodyOf(`/remediation/${action().id}/approve`)).to.equal(undefined);
    });

    it("approves with --yes, and waits with --wait", async () => {
      await fake.serve({
        [`GET ${one}`]: inTurn(
          json(action()),
          json(action({ status: "EXECUTING" })),
          json(action({ status: "COMPLETED" })),
        ),
        [`POST /remediation/${action().id}/approve`]: json({ status: "QUEUED" }),
      });
      const { stdout, stderr, code } = await fake.run(`remediation approve ${action().id} --yes --wait`);
      expect(code).to.equal(0);
      expect(stdout).to.contain("3f2a9c1e PENDING_APPROVAL → QUEUED").and.to.contain("COMPLETED");
      expect(stderr).to.contain("3f2a9c1e is EXECUTING.");
    });

    it("--wait continues during a short outage", async () => {
      const away = refusal(503, "The service starts.", { retryable: true });
      await fake.serve({
        [`GET ${one}`]: inTurn(json(action()), away, away, away, json(action({ status: "COMPLETED" }))),
        [`POST /remediation/${action().id}/approve`]: json({ status: "QUEUED" }),
      });
      const { stdout, code } = await fake.run(`remediation approve ${action().id} --yes --wait`);
      expect(code).to.equal(0);
      expect(stdout).to.contain("COMPLETED");
    });

    it("names the guardrail beside its id in bulk", async () => {
      await fake.serve({
        [`GET ${one}`]: json(action()),
        [`POST /remediation/${action().id}/approve`]: json({
          status: "POLICY_VIOLATION",
          violations: ["cooldown: 5 minutes are not over"],
          detail: "Give a reason to override it.",
        }),
      });
      const { stderr, code } = await fake.run(`remediation approve ${action().id} ${other.id} -y`);
      expect(code).to.equal(1);
      expect(stderr).to.contain(`${action().id}: Give a reason`).and.to.contain("cooldown: 5 minutes are not over");
    });

    it("exits with 6 and names the guardrail that blocks it", async () => {
      await fake.serve({
        [`GET ${one}`]: json(action()),
        [`POST /remediation/${action().id}/approve`]: json({
          status: "POLICY_VIOLATION",
          violations: ["cooldown: 5 minutes are not over"],
          detail: "Give a reason to override it.",
        }),
      });
      const { stderr, code } = await fake.run(`remediation approve ${action().id} -y`);
      expect(code).to.equal(6);
      expect(stderr).to.contain("Give a reason to override it.").and.to.contain("cooldown: 5 minutes are not over");
    });

    it("fails with the reason of the action", async () => {
      await fake.serve({
        [`GET ${one}`]: inTurn(json(action()), json(action({ status: "FAILED", error: "no such deployment" }))),
        [`POST /remediation/${action().id}/approve`]: json({ status: "QUEUED" }),
      });
      const { stderr, code } = await fake.run(`remediation approve ${action().id} --yes --wait --reason why`);
      expect(code).to.equal(1);
      expect(stderr).to.contain("FAILED: no such deployment");
      expect(bodyOf(`/remediation/${action().id}/approve`)).to.deep.equal({ reason: "why" });
    });
  });

  describe("decisions in bulk", () => {
    const two = `/remediation/actions/${other.id}`;
    const decided = (verb: string) => fake.server.requests.filter(({ url }) => url.endsWith(`/${verb}`)).length;

    it("take ids from stdin only with --yes", async () => {
      await fake.serve();
      for (const verb of ["approve", "reject"]) {
        const { code, stderr } = await fake.run(`remediation ${verb} -`, `${action().id}\n`);
        expect(code).to.equal(2);
        expect(stderr).to.contain("--yes");
      }
      expect(fake.server.requests).to.deep.equal([]);
    });

    it("try each action, and exit with 1 if a guardrail blocks one", async () => {
      await fake.serve({
        [`GET ${one}`]: json(action()),
        [`GET ${two}`]: json(action({ id: other.id })),
        [`POST /remediation/${action().id}/approve`]: json({
          status: "POLICY_VIOLATION",
          violations: ["cooldown"],
          detail: "The action still waits.",
        }),
        [`POST /remediation/${other.id}/approve`]: json({ status: "QUEUED" }),
      });
      const { code, stdout, stderr } = await fake.run(
        "remediation approve - --yes",
        `${action().id}\tPENDING_APPROVAL\n${other.id}\n`,
      );
      expect(code).to.equal(1);
      expect(stdout).to.equal("4b1d0c2f PENDING_APPROVAL → QUEUED\n");
      expect(stderr).to.contain(`${action().id}: The action still waits.`);
    });

    it("change nothing with --dry-run, and don't ask", async () => {
      await fake.serve({ [`GET ${one}`]: json(action()) });
      expect((await fake.run(`remediation approve ${action().id} --dry-run`)).stdout).to.equal(
        `Would send POST /remediation/${action().id}/approve\n`,
      );
      expect((await fake.run(`remediation reject ${action().id} --dry-run --reason no`)).stdout).to.contain(
        '{"reason":"no"}',
      );
      expect(decided("approve") + decided("reject")).to.equal(0);
    });
  });

  describe("remediation wait", () => {
    it("exits with 0 for a completed action, and with 1 for a rejected one", async () => {
      await fake.serve({ [`GET ${one}`]: inTurn(json(action()), json(action({ status: "COMPLETED" }))) });
      const { code, stdout } = await fake.run(`remediation wait ${action().id}`);
      expect(code).to.equal(0);
      expect(stdout).to.equal("scale-service of checkout in production: COMPLETED.\n");
      await fake.server.close();
      await fake.serve({
        [`GET ${one}`]: json(action({ status: "REJECTED", details: { rejection: { reason: "not now" } } })),
      });
      const rejected = await fake.run(`remediation wait ${action().id}`);
      expect(rejected.code).to.equal(1);
      expect(rejected.stderr).to.contain("REJECTED: not now");
    });

    it("exits with 6 if the policy blocks the execution, and with 8 after the timeout", async () => {
      const details = { execution: { violations: ["freeze: until Monday"] } };
      const error = "Nothing was touched: freeze: until Monday";
      await fake.serve({ [`GET ${one}`]: json(action({ status: "FAILED", details, error })) });
      const { code, stderr } = await fake.run(`remediation wait ${action().id}`);
      expect(code).to.equal(6);
      expect(stderr).to.contain("freeze: until Monday");
      await fake.server.close();
      await fake.serve({ [`GET ${one}`]: json(action()) });
      expect((await fake.run(`remediation wait ${action().id} --timeout 300ms`)).code).to.equal(8);
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

  describe("remediation request", () => {
    it("sends parameters as numbers, booleans and strings", async () => {
      await fake.serve({
        [`GET /incidents/${given.id}`]: json(given),
        "POST /remediation/request": json(action({ status: "QUEUED" }), 201),
      });
      const { stdout, code } = await fake.run(
        `remediation request ${given.id} scale-service --set replicas=4 --set force=true --set zone=007 --service checkout --environment staging`,
      );
      expect(code).to.equal(0);
      expect(stdout).to.equal("3f2a9c1e scale-service of checkout in production: QUEUED\n");
      expect(bodyOf("/remediation/request")).to.deep.equal({
        incidentId: given.id,
        actionType: "scale-service",
        parameters: { replicas: 4, force: true, zone: "007" },
        serviceName: "checkout",
        environment: "staging",
      });
    });

    it("takes the action from a suggested fix, and lists fixes for an unknown id", async () => {
      const suggestedFixes = [{ id: "fix-1", title: "Roll it back", actionType: "rollback-deployment" }];
      await fake.serve({
        [`GET /incidents/${given.id}`]: json({ ...given, diagnosis: { suggestedFixes } }),
        "POST /remediation/request": json(action(), 201),
      });
      await fake.run(`remediation request ${given.id} --fix fix-1`);
      expect(bodyOf("/remediation/request")).to.deep.equal({
        incidentId: given.id,
        actionType: "rollback-deployment",
        suggestionId: "fix-1",
      });
      const { stderr, code } = await fake.run(`remediation request ${given.id} --fix fix-9`);
      expect(code).to.equal(5);
      expect(stderr).to.contain("fix-1  Roll it back");
    });

    it("exits with 6 and the violations if the policy blocks it", async () => {
      await fake.serve({
        [`GET /incidents/${given.id}`]: json(given),
        "POST /remediation/request": refusal(422, "Policy blocks this action.", {
          violations: ["freeze: until Monday"],
        }),
      });
      const { stderr, code } = await fake.run(`remediation request ${given.id} restart-service`);
      expect(code).to.equal(6);
      expect(stderr).to.contain("freeze: until Monday");
    });

    it("shows the plan with --dry-run, and requests nothing", async () => {
      await fake.serve({
        [`GET /incidents/${given.id}`]: json(given),
        "POST /remediation/preview": json({
          verdict: "deny",
          status: null,
          rules: [{ rule: "nobody", says: "deny", reason: "No." }],
          violations: ["nobody: No."],
          plan,
          planHash: "5f",
          fourEyes: false,
          approvalTtlMinutes: 60,
        }),
      });
      const { stdout, code } = await fake.run(`remediation request ${given.id} scale-service --dry-run`);
      expect(code).to.equal(6);
      expect(stdout).to.contain("blocked").and.to.contain("nobody says deny: No.");
      expect(fake.server.requests.map(({ method, url }) => `${method} ${url}`)).not.to.include(
        "POST /remediation/request",
      );
    });

    it("rejects a parameter without a name", async () => {
      await fake.serve({ [`GET /incidents/${given.id}`]: json(given) });
      const { code, stderr } = await fake.run(`remediation request ${given.id} scale-service --set =4`);
      expect(code).to.equal(2);
      expect(stderr).to.contain("replicas=5");
    });
  });
});
