import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { EscalationStep } from "../../src/signal/escalation-clock.ts";
import type { EscalationFacts } from "../../src/signal/escalation-facts.ts";
import { escalationPlan } from "../../src/signal/escalation-plan.ts";
import type { TeamMember } from "../../src/team/team.ts";
import { incident, NOW } from "../store/samples.ts";

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

const catalogued = {
  serviceName: "checkout",
  ownerTeam: "Payments Team",
  tier: "tier-1",
  escalationPolicy: "payments-primary",
  environment: "production",
  slo: null,
  dependencies: [],
  updatedAt: NOW,
} as const;

const facts = (given: Partial<EscalationFacts> = {}): EscalationFacts => ({
  entry: catalogued,
  downstream: { calls: new Map(), edgesTo: new Map(), cutOff: false },
  dependents: [],
  owners: new Map(),
  members: [],
  steps: [],
  ...given,
});

const step = (
  minutes: number,
  type: EscalationStep["type"],
  metadata: EscalationStep["metadata"],
  actor = "Ada",
): EscalationStep => ({ type, actor, metadata, createdAt: NOW + minutes * MINUTE_MS });
const moved = (minutes: number, from: string, to: string, actor?: string): EscalationStep =>
  step(minutes, "status_changed", { from, to }, actor);

const planAt = (minutes: number, given: Partial<Incident> = {}, known: Partial<EscalationFacts> = {}) =>
  escalationPlan(incident({ severity: "CRITICAL", ...given }), facts(known), NOW + minutes * MINUTE_MS);

describe("An escalation plan", () => {
  it("counts its deadlines from the creation, by severity", () => {
    const minutes = { CRITICAL: [5, 15], HIGH: [15, 30], MEDIUM: [60, 240], LOW: [240, 1440] } as const;
    for (const severity of ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const) {
      const [acknowledge, escalate] = minutes[severity];
      const states = [0, acknowledge, acknowledge + 0.1, escalate, escalate + 0.1].map(
        (at) => planAt(at, { severity }).state,
      );
      const due = "acknowledge_due";
      expect(states, severity).to.deep.equal(["on_track", "on_track", due, due, "escalate_due"]);
      const { timeToAcknowledge, timeToEscalate } = planAt(acknowledge + 1.26, { severity });
      expect(timeToAcknowledge).to.deep.equal({
        dueAt: NOW + acknowledge * MINUTE_MS,
        minutesRemaining: -1.3,
        breached: true,
      });
      expect(timeToEscalate.breached).to.equal(false);
    }
  });

  it("takes an assignment and a person's move for an acknowledgement, and no move of the daemon", () => {
    const status = "INVESTIGATING";
    const cases: readonly (readonly [string, readonly EscalationStep[], Partial<Incident>])[] = [
      ["on_track", [moved(3, "OPEN", "INVESTIGATING")], { status }],
      ["on_track", [step(3, "assigned", { assigneeId: "ada" })], { assigneeId: "ada" }],
      ["on_track", [step(3, "assigned", { assigneeId: "ada" }, SYSTEM)], { assigneeId: "ada" }],
      ["on_track", [], { assigneeId: "ada" }],
      ["acknowledge_due", [moved(3, "OPEN", "INVESTIGATING", SYSTEM)], { status }],
      ["acknowledge_due", [step(3, "assigned", { assigneeId: null })], {}],
      ["acknowledge_due", [moved(3, "INVESTIGATING", "OPEN")], {}],
    ];
    for (const [state, steps, given] of cases) {
      expect(planAt(6, given, { steps }).state, JSON.stringify(steps)).to.equal(state);
    }
  });

  it("stays breached where the step came late, and isn't where the incident was over before", () => {
    const late = planAt(20, {}, { steps: [moved(6, "OPEN", "INVESTIGATING")] });
    expect(late.timeToAcknowledge.breached).to.equal(true);
    const over = { status: "RESOLVED", resolvedAt: NOW + 4 * MINUTE_MS } as const;
    const resolved = planAt(60, over);
    expect([resolved.state, resolved.timeToAcknowledge.breached]).to.deep.equal(["closed", false]);
    expect(planAt(60, { status: "CLOSED", resolvedAt: NOW + 6 * MINUTE_MS }).timeToAcknowledge.breached).to.equal(true);
    const assigned = planAt(
      60,
      { ...over, assigneeId: "ada" },
      { steps: [step(30, "assigned", { assigneeId: "ada" })] },
    );
    expect(assigned.timeToAcknowledge.breached, "assigned after the end").to.equal(false);
  });

  it("falls due for escalation also where it was acknowledged, until it is escalated", () => {
    const steps = [moved(1, "OPEN", "INVESTIGATING")];
    expect(planAt(16, {}, { steps }).state).to.equal("escalate_due");
    const escalated = [...steps, step(14, "escalated", { targetId: "ada" })];
    const plan = planAt(60, { assigneeId: "ada" }, { steps: escalated });
    expect([plan.state, plan.timeToEscalate.breached]).to.deep.equal(["escalated", false]);
  });

  it("begins anew with a reopening, but for whoever still has the incident", () => {
    const steps = [
      step(1, "assigned", { assigneeId: "ada" }),
      step(2, "escalated", { targetId: "ada" }),
      moved(3, "INVESTIGATING", "RESOLVED"),
      moved(4, "RESOLVED", "OPEN", SYSTEM),
    ];
    expect(planAt(5.1, {}, { steps }).state).to.equal("acknowledge_due");
    const kept = planAt(5.1, { assigneeId: "ada" }, { steps });
    expect([kept.state, kept.timeToAcknowledge.breached]).to.deep.equal(["on_track", false]);
    expect(planAt(16, { assigneeId: "ada" }, { steps }).state).to.equal("escalate_due");
  });

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
    const told = planAt(3, { assigneeId: "on-call owner" }, { ...known, steps });
    expect(names(told)).to.deep.equal(["on-call neighbour", "owner", "neighbour", "on-call", "on-call owner"]);
    expect(told.suggestedTargets[3]?.reason).to.match(/told already/);
    expect(told.suggestedTargets[4]?.reason).to.match(/has the incident now/);
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
      "CRITICAL, opened 1 minute ago; nobody has acknowledged it, and nothing is due yet. " +
        "The blast radius is 5 downstream services (cart, mail, bank and 2 more); " +
        "3 edges are unmapped: no catalog entry for mail and audit.",
    );
    expect(plan.nextStep).to.equal(
      "Acknowledge it within 4 minutes: assign it or change its status. Where nobody can, escalate to Ada. " +
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
