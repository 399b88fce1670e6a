import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { EscalationStep } from "../../src/signal/escalation-clock.ts";
import type { EscalationFacts } from "../../src/signal/escalation-facts.ts";
import { escalationPlan } from "../../src/signal/escalation-plan.ts";
import { incident, NOW } from "../store/samples.ts";
import { facts, step } from "./escalation-samples.ts";

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
});
