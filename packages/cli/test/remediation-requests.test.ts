import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";
import { action, answersInOrder, given, plan } from "./remediation-actions.ts";

describe("requests for remediation", () => {
  const fake = fakeSession();
  const one = `/remediation/actions/${action().id}`;
  const bodyOf = (path: string): unknown => {
    const asked = fake.server.requests.find(({ method, url }) => method === "POST" && url === path);
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

  describe("remediation wait", () => {
    it("exits with 0 for a completed action, and with 1 for a rejected one", async () => {
      await fake.serve({ [`GET ${one}`]: answersInOrder(json(action()), json(action({ status: "COMPLETED" }))) });
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
