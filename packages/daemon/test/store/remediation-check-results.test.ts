import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { targetKeyOf } from "../../src/model/remediation-target.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { checkCompleted, escalateSuspended } from "../../src/remediate/verify/check-actions.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { addMember } from "../../src/team/team.ts";
import { planOf } from "./action-samples.ts";
import { onEachEngine } from "./engines.ts";
import { remediationCheckWorld } from "./remediation-check-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Results of checks of completed actions", (fresh) => {
  const world = remediationCheckWorld(fresh);

  it("suspends automatic actions on a service after three that didn't help", async () => {
    const about = await world.threeThatDidNotHelp();
    expect(await world.suspendedFor(ACME, "checkout")).to.match(
      /^The last 3 actions on checkout in production didn't help/,
    );
    expect(await world.suspendedFor(ACME, "cart")).to.equal(null);
    expect(await world.suspendedFor(OTHER, "checkout")).to.equal(null);
    expect((await world.reported(about)).at(-1)).to.equal("Automatic actions on checkout wait for a person now");
    const events = (await world.database.reader.query(
      "select event from remediation_audit where organization_id = 'acme' order by seq",
    )) as { event: string }[];
    expect(events.slice(-2).map(({ event }) => event)).to.deep.equal(["checked", "automation_suspended"]);
    expect((await verifyAudit(createAuditPages(world.database, digestOf), ACME)).broken).to.equal(undefined);
  });

  it("lets them run again once one helps", async () => {
    const about = await world.threeThatDidNotHelp();
    const at = NOW + 90 * MINUTE_MS;
    await world.seenAgain(about, at - 2 * MINUTE_MS);
    await world.completed(about, {}, at);
    await world.speaks(at + 6 * MINUTE_MS);
    world.now = at + 13 * MINUTE_MS;
    await checkCompleted(world.deps);
    expect(await world.suspendedFor(ACME, "checkout")).to.equal(null);
    expect((await world.reported(about)).at(-1)).to.equal("Automatic actions on checkout run by themselves again");
    expect(await world.deps.checks.escalations(10)).to.deep.equal([]);
  });

  it("stays as it was where plans name their cluster since, until an action helps", async () => {
    const about = await world.threeThatDidNotHelp();
    const where = { cluster: "https://blue.example" };
    expect(await world.suspendedFor(ACME, "checkout", where)).to.match(/^The last 3 actions on checkout/);
    const at = NOW + 90 * MINUTE_MS;
    await world.seenAgain(about, at - 2 * MINUTE_MS);
    const { target, ...planned } = planOf("checkout");
    const plan = { ...planned, mode: "live" as const, target: { ...target, ...where } };
    await world.completed(about, { plan, targetKey: targetKeyOf(plan) }, at);
    await world.speaks(at + 6 * MINUTE_MS);
    world.now = at + 13 * MINUTE_MS;
    await checkCompleted(world.deps);
    expect(await world.suspendedFor(ACME, "checkout", where)).to.equal(null);
    expect(await world.suspendedFor(ACME, "checkout")).to.equal(null);
  });

  it("gives the incident to whoever is suggested, once", async () => {
    const team = createTeamStore(world.database, world.deps.clock);
    const grace = await addMember(team, ACME, { name: "Grace", email: "grace@example.com" }, NOW);
    await team.setOnCall(ACME, grace.id, true);
    const about = await world.threeThatDidNotHelp();
    await escalateSuspended(world.deps);
    expect((await world.incidents.get(ACME, about.id)).assigneeId).to.equal(grace.id);
    const titles = await world.reported(about);
    expect(titles).to.include("Escalated to Grace");
    await escalateSuspended(world.deps);
    expect(await world.reported(about)).to.deep.equal(titles);
  });

  it("says so where there is nobody to give it to", async () => {
    const about = await world.threeThatDidNotHelp();
    await escalateSuspended(world.deps);
    expect((await world.reported(about)).at(-1)).to.equal("There is nobody to escalate to");
    await escalateSuspended(world.deps);
    expect((await world.reported(about)).filter((title) => title.startsWith("There is nobody"))).to.have.length(1);
  });
});
