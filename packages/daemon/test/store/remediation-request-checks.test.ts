import { expect } from "chai";
import { previewRemediation } from "../../src/remediate/requests/request-action.ts";
import { ExecutionRefused } from "../../src/remediate/targets/executor.ts";
import { onEachEngine } from "./engines.ts";
import { refused } from "./remediation-world.ts";
import { requestWorld } from "./request-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("Checks of requests", (fresh) => {
  const world = requestWorld(fresh);

  describe("A request", () => {
    it("of an action that nobody knows is denied by name", async () => {
      const incidentId = await world.world.open();
      const error = await refused(world.world.request({ incidentId, actionType: "format-disk" }));
      expect(error.code).to.equal("policy_violation");
      expect(error.violations.join()).to.contain("unknown-action").and.to.contain("format-disk");
      expect(await world.world.history(incidentId)).to.deep.equal([]);
    });

    it("that would wait is refused where more wait already than anybody looks through", async () => {
      await world.world.request();
      await world.database.write((transaction) =>
        transaction.query("update remediation_tally set count = 100000 where status = 'PENDING_APPROVAL'"),
      );
      expect((await refused(world.world.request())).code).to.equal("too_many_pending_actions");
      expect((await world.world.request({ environment: "staging" })).status).to.equal("QUEUED");
    });

    it("that names another environment than the incident's waits for a person", async () => {
      const incidentId = await world.world.open({ environment: "production" });
      const { status, details } = await world.world.request({ incidentId, environment: "staging" });
      expect(status).to.equal("PENDING_APPROVAL");
      expect(JSON.stringify(details)).to.contain("environment-differs");
    });

    it("that guardrails block is refused with all of them", async () => {
      await world.world.request({ environment: "staging" });
      const incidentId = await world.world.open();
      await world.world.resolve(incidentId);
      const error = await refused(world.world.request({ incidentId, environment: "staging" }));
      for (const name of ["open-incident-only", "cooldown", "concurrent-per-service"]) {
        expect(
          error.violations.filter((each) => each.startsWith(name)),
          name,
        ).to.have.lengthOf(1);
      }
      expect(await world.world.history(incidentId)).to.deep.equal([]);
    });

    it("that has nothing to act on is refused, and a preview says so", async () => {
      world.world.resolveTarget = () =>
        Promise.reject(new ExecutionRefused("No deployment is named checkout in shop."));
      const incidentId = await world.world.open();
      const error = await refused(world.world.request({ incidentId }));
      expect([error.code, error.violations]).to.deep.equal([
        "policy_violation",
        ["No deployment is named checkout in shop."],
      ]);
      const preview = await previewRemediation(world.world.deps, ACME, { incidentId, actionType: "restart-service" });
      expect(preview.violations).to.deep.equal(error.violations);
      expect(preview.status).to.equal(undefined);
    });
  });
});
