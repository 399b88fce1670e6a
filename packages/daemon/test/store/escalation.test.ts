import { expect } from "chai";
import { putEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { assignIncident } from "../../src/incident/assign-incident.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { escalate } from "../../src/signal/escalate.ts";
import { readEscalationPlan } from "../../src/signal/escalation-plan.ts";
import { addMember } from "../../src/team/team.ts";
import { onEachEngine } from "./engines.ts";
import { escalationWorld } from "./escalation-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Escalation", (fresh) => {
  const world = escalationWorld(fresh);

  it("goes from one to the next and comes round again, and its timeline tells why", async () => {
    const [first, second] = [await world.join("first", true, "payments"), await world.join("second", true)];
    const third = await world.join("third", false, "Payments lead");
    await world.join("nobody", false);
    await putEntry(world.deps.catalog, ACME, "checkout", { ownerTeam: "payments", tier: "tier-0" }, world.now);
    await setDependencies(world.deps.catalog, ACME, "checkout", ["bank"], world.now);
    const went: (string | undefined)[] = [];
    for (let time = 0; time < 4; time += 1) {
      world.now += 1000;
      const answer = await world.to();
      expect([answer.escalated, answer.state]).to.deep.equal([true, "escalated"]);
      expect(answer.nextStep).to.match(/has the incident/);
      went.push(answer.target?.id);
    }
    expect(went).to.deep.equal([first, second, third, first]);
    const after = await world.deps.incidents.get(ACME, world.made.id);
    expect(after).to.include({ assigneeId: first, status: "INVESTIGATING" });
    const reported = await world.escalations();
    expect(reported.map(({ metadata }) => metadata["previousAssigneeId"])).to.deep.equal([null, first, second, third]);
    expect(reported[0]).to.deep.include({ actor: "Ada", title: "Escalated to first", createdAt: NOW + 1000 });
    expect(reported[0]?.metadata).to.deep.equal({
      targetId: first,
      name: "first",
      reason: "On call; role or name mentions the owning team payments",
      previousAssigneeId: null,
      blastRadiusCount: 1,
    });
    expect(reported[0]?.detail).to.match(/By Ada\. On call.*1 edge is unmapped: no catalog entry for bank/);
    const read = await world.plan();
    expect(read.state).to.equal("escalated");
    expect(read.suggestedTargets.at(-1)?.id).to.equal(first);
  });

  it("goes to the member named, on call or not, also to the one who has it", async () => {
    await world.join("on-call", true);
    const named = await world.join("named", false);
    expect((await world.to(named)).target).to.deep.equal({ id: named, name: "named", email: "named@example.com" });
    expect((await world.to(named)).escalated).to.equal(true);
    expect((await world.escalations()).map(({ metadata }) => metadata["reason"])[0]).to.equal("Named by the caller");
    const types = (await world.deps.incidents.timeline(ACME, world.made.id)).map(({ type }) => type);
    expect(types.filter((type) => type === "assigned")).to.have.length(1);
  });

  it("writes nothing where there is nobody, the incident is over, or somebody isn't visible", async () => {
    expect(await world.to()).to.include({ escalated: false, target: null, state: "on_track" });
    const alone = await world.join("alone", true);
    await assignIncident(world.deps.assignments, ACME, world.made.id, alone, world.now);
    const nobody = await world.to();
    expect(nobody).to.include({ escalated: false, target: null });
    expect(nobody.nextStep).to.match(/nobody else to escalate to/);
    const theirs = (await addMember(world.deps.team, OTHER, { name: "x", email: "x@example.com" }, world.now)).id;
    for (const id of [theirs, "no-uuid"]) expect(await world.refused(world.to(id))).to.equal("team_member_not_found");
    expect(await world.refused(escalate(world.deps, OTHER, world.made.id, undefined, world.now))).to.equal(
      "incident_not_found",
    );
    expect(await world.refused(readEscalationPlan(world.deps, OTHER, world.made.id, world.now))).to.equal(
      "incident_not_found",
    );
    await changeStatus(world.deps.incidents, ACME, world.made.id, "RESOLVED", world.now);
    await world.join("second", true);
    for (const target of [undefined, alone]) {
      expect(await world.to(target)).to.include({ escalated: false, target: null, state: "closed" });
    }
    expect(await world.escalations()).to.deep.equal([]);
  });
});
