import { expect } from "chai";
import { createActionStore } from "../../src/app/wiring/incident-wiring.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { checkCompleted } from "../../src/remediate/verify/check-actions.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { createCheckStore } from "../../src/store/remediation/check-store.ts";
import { withUnits } from "../support/with-units.ts";
import { onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { LATER, remediationCheckWorld } from "./remediation-check-world.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("Checking what completed", (fresh) => {
  const world = remediationCheckWorld(fresh);

  it("writes what it found on the action, in the log and on the timeline", async () => {
    const about = await world.open();
    const action = await world.completed(about);
    await world.seenAgain(about, NOW + 5 * MINUTE_MS);
    world.now = NOW + 12 * MINUTE_MS - 1;
    await checkCompleted(world.deps);
    expect((await world.verificationOf(action))?.status).to.equal("pending");
    world.now = LATER;
    await checkCompleted(world.deps);
    const verification = await world.verificationOf(action);
    expect(verification).to.include({ status: "ineffective", checkedAt: LATER });
    expect(await world.reported(about)).to.deep.equal(["It didn't help: restart-service on checkout in production"]);
    const entries = await createActionStore(world.database).audit(ACME, action.id, 10);
    expect(entries.at(-1)).to.deep.include({
      event: "checked",
      actor: "system",
      content: { status: "ineffective", reason: verification?.reason },
    });
    expect((await verifyAudit(createAuditPages(world.database, digestOf), ACME)).broken).to.equal(undefined);
    await checkCompleted(world.deps);
    expect(await world.reported(about)).to.have.length(1);
  });

  it("counts what the service sent since, and nobody else's", async () => {
    const mine = await world.completed(await world.open());
    const theirs = await world.completed(await world.open({ organizationId: "other" }));
    await world.speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted(world.deps);
    expect((await world.verificationOf(mine))?.reason).to.match(/while checkout sent 40 records of telemetry/);
    expect((await world.verificationOf(mine))?.status).to.equal("verified");
    expect((await world.verificationOf(theirs))?.status).to.equal("inconclusive");
  });

  it("looks again later where the signal came seldom", async () => {
    const about = await world.open({ resolveAfterMs: 30 * MINUTE_MS });
    const action = await world.completed(about);
    await world.speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted(world.deps);
    expect((await world.verificationOf(action))?.status).to.equal("pending");
    expect(await world.deps.checks.due(LATER, 10)).to.deep.equal([]);
    expect(await world.reported(about)).to.deep.equal([]);
    world.now = NOW + 32 * MINUTE_MS;
    await checkCompleted(world.deps);
    expect((await world.verificationOf(action))?.status).to.equal("verified");
    expect((await verifyAudit(createAuditPages(world.database, digestOf), ACME)).broken).to.equal(undefined);
  });

  it("waits while nobody listens, and holds up no other one", async () => {
    const waiting = await world.completed(await world.open());
    const simulated = await world.completed(await world.open(), { mode: "simulate" });
    await world.speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted({ ...world.deps, listeningPeriodOf: () => ({ since: world.now, until: world.now }) });
    expect((await world.verificationOf(waiting))?.status).to.equal("pending");
    expect(await world.verificationOf(simulated)).to.include({ status: "inconclusive" });
  });

  it("doesn't know where another action completed on the same target meanwhile", async () => {
    const about = await world.open();
    const first = await world.completed(about);
    const targetKey = "live//Deployment/staging/checkout";
    const elsewhere = await world.completed(await world.open(), { targetKey });
    await world.completed(about, { actionType: "scale-service" }, NOW + 4 * MINUTE_MS);
    await world.completed(about, { actionType: "delete-pod", mode: "simulate" }, NOW + 5 * MINUTE_MS);
    await world.speaks(NOW + 6 * MINUTE_MS);
    await checkCompleted(world.deps);
    expect((await world.verificationOf(first))?.reason).to.match(/^Its signal stays away, but scale-service completed/);
    expect((await world.verificationOf(elsewhere))?.status).to.equal("verified");
  });

  it("judges each once, whoever looks", async () => {
    const about = await world.open();
    for (let index = 0; index < 5; index++)
      await world.completed(about, { serviceName: `s${index}`, targetKey: `live//Deployment/shop/s${index}` });
    await world.seenAgain(about, NOW + 5 * MINUTE_MS);
    // Two handles on one file would wait for each other in this thread.
    const [other, units] = withUnits(
      world.database.kind === "postgres" ? await world.store.openDatabase() : world.database,
    );
    const elsewhere = { ...world.deps, checks: createCheckStore(other), units };
    await Promise.all([checkCompleted(world.deps), checkCompleted(elsewhere), checkCompleted(world.deps)]);
    expect(await world.reported(about)).to.have.length(5);
  });

  it("finds those that are due by an index", async () => {
    await world.completed(await world.open());
    const queries = await queriesOf(world.database, async () => {
      await world.deps.checks.due(LATER, 10);
      await world.deps.checks.escalations(10);
    });
    expect(queries[0]?.plan).to.contain("remediation_action_to_verify");
    expect(queries[1]?.plan).to.contain("remediation_breaker_to_escalate");
  });
});
