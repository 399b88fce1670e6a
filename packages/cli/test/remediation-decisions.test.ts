import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";
import { action, answersInOrder, other } from "./remediation-actions.ts";

describe("decisions about remediation", () => {
  const fake = fakeSession();
  const one = `/remediation/actions/${action().id}`;
  const bodyOf = (path: string): unknown => {
    const asked = fake.server.requests.find(({ method, url }) => method === "POST" && url === path);
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

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
        [`GET ${one}`]: answersInOrder(
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
        [`GET ${one}`]: answersInOrder(json(action()), away, away, away, json(action({ status: "COMPLETED" }))),
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
        [`GET ${one}`]: answersInOrder(json(action()), json(action({ status: "FAILED", error: "no such deployment" }))),
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
});
