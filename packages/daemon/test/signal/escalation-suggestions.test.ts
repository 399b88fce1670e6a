import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { EscalationFacts } from "../../src/signal/escalation-facts.ts";
import { escalationPlan } from "../../src/signal/escalation-plan.ts";
import type { TeamMember } from "../../src/team/team.ts";
import { incident, NOW } from "../store/samples.ts";
import { facts, step } from "./escalation-samples.ts";

const member = (name: string, given: Partial<TeamMember> = {}): TeamMember => ({
  id: name,
  organizationId: "acme",
  name,
  email: `${name}@example.com`,
  role: null,
  avatarUrl: null,
  isOnCall: false,
  createdAt: NOW,
  ...given,
});

const planAt = (minutes: number, given: Partial<Incident> = {}, known: Partial<EscalationFacts> = {}) =>
  escalationPlan(incident({ severity: "CRITICAL", ...given }), facts(known), NOW + minutes * MINUTE_MS);

describe("Suggestions of an escalation plan", () => {
  it("suggests those on call first, then owners, then owners of neighbours, and nobody else", () => {
    const members = [
      member("bystander", { role: "Sales" }),
      member("neighbour", { role: "Cart backend" }),
      member("owner", { role: "payments lead" }),
      member("on-call", { isOnCall: true }),
      member("on-call neighbour", { role: "SRE, CART", isOnCall: true }),
      member("on-call owner", { role: "Head of Payments", isOnCall: true }),
      member("repayer", { role: "repayments" }),
    ];
    const downstream = { calls: new Map([["cart-api", 1]]), edgesTo: new Map([["cart-api", 1]]), cutOff: false };
    const owners = new Map([["cart-api", "The Cart Squad"]]);
    const known = { members, downstream, owners };
    const names = (plan: ReturnType<typeof planAt>) => plan.suggestedTargets.map(({ name }) => name);
    const best = ["on-call owner", "on-call neighbour", "on-call", "owner", "neighbour"];
    const plan = planAt(0, {}, known);
    expect(names(plan)).to.deep.equal(best);
    expect(plan.suggestedTargets.map(({ reason }) => reason)).to.deep.equal([
      "On call; role or name mentions the owning team Payments Team",
      "On call; role or name mentions the team The Cart Squad, which owns the neighbouring cart-api",
      "On call",
      "Not on call; role or name mentions the owning team Payments Team",
      "Not on call; role or name mentions the team The Cart Squad, which owns the neighbouring cart-api",
    ]);
    const steps = [step(1, "escalated", { targetId: "on-call" }), step(2, "escalated", { targetId: "on-call owner" })];
    const reported = planAt(3, { assigneeId: "on-call owner" }, { ...known, steps });
    expect(names(reported)).to.deep.equal(["on-call neighbour", "owner", "neighbour", "on-call", "on-call owner"]);
    expect(reported.suggestedTargets[3]?.reason).to.match(/told already/);
    expect(reported.suggestedTargets[4]?.reason).to.match(/has the incident now/);
  });

  it("suggests ten at most, in the order of the team", () => {
    const members = Array.from({ length: 30 }, (_, number) => member(`m${number}`, { isOnCall: true }));
    const names = planAt(0, {}, { members }).suggestedTargets.map(({ name }) => name);
    expect(names).to.deep.equal(members.slice(0, 10).map(({ name }) => name));
  });

  it("speaks of the blast radius, of unmapped edges and of whom to tell", () => {
    const services = ["cart", "mail", "bank", "ledger", "audit"];
    const downstream = {
      calls: new Map(services.map((service, index) => [service, index + 1])),
      edgesTo: new Map(services.map((service) => [service, service === "mail" ? 2 : 1])),
      cutOff: false,
    };
    const owners = new Map([
      ["cart", "Cart"],
      ["bank", "Payments Team"],
      ["ledger", "Finance"],
    ]);
    const plan = planAt(1, {}, { downstream, owners, members: [member("Ada", { isOnCall: true })] });
    expect(plan.blastRadiusCount).to.equal(5);
    expect(plan.reason).to.equal(
      "CRITICAL, opened 1 min ago; nobody has acknowledged it, and nothing is due yet. " +
        "The blast radius is 5 downstream services (cart, mail, bank and 2 more); " +
        "3 edges are unmapped: no catalog entry for mail and audit.",
    );
    expect(plan.nextStep).to.equal(
      "Acknowledge it within 4 min: assign it or change its status. Where nobody can, escalate to Ada. " +
        "Tell the owners within the blast radius: Cart and Finance. " +
        "Add mail and audit to the catalog, so that no edge stays unmapped.",
    );
    const cut = planAt(1, {}, { downstream: { ...downstream, cutOff: true }, owners });
    expect(cut.reason).to.match(/blast radius is at least 5 downstream/);
  });

  it("says what is missing where there is no service, no entry and nobody on call", () => {
    const bare = planAt(0, { primaryService: null, affectedServices: [] }, { entry: undefined });
    expect(bare).to.include({ primaryService: "", ownerTeam: "", escalationPolicy: "", blastRadiusCount: 0 });
    expect(bare.reason).to.match(/names no service.*no members/);
    expect(bare.nextStep).to.match(/put somebody on call/);
    const idle = planAt(16, {}, { entry: undefined, members: [member("Ada")] });
    expect(idle.reason).to.match(/checkout has no catalog entry.*Nobody is on call/);
    expect(idle.nextStep).to.match(/Add checkout to the catalog/);
  });

  it("cuts hostile names down to one harmless line", () => {
    const primaryService = `\u001b[31m\u202e${"x".repeat(5_000)}`;
    const plan = planAt(0, { primaryService, affectedServices: [primaryService] }, { entry: undefined });
    expect(plan.reason).to.not.match(/[\u001b\u202e]/);
    expect(plan.reason.length + plan.nextStep.length).to.be.below(1_000);
  });
});
