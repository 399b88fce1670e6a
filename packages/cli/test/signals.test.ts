import type { ChangeRisk, DeploymentRisk, EscalationPlan, PreventiveSignal, PrioritySignal } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import {
  changeRiskText,
  deploymentRiskText,
  escalationText,
  preventiveText,
  priorityText,
} from "../src/format/signal.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";

const long =
  "Twelve services depend on it, and the error budget burns faster than the objective of the service allows.";
const plan: EscalationPlan = {
  state: "acknowledge_due",
  primaryService: "checkout",
  ownerTeam: "payments\u001b[2J",
  escalationPolicy: "",
  blastRadiusCount: 3,
  reason: long,
  nextStep: "Assign it to somebody.",
  timeToAcknowledge: { dueAt: "2026-11-20T08:05:00.000Z", minutesRemaining: -7.5, breached: true },
  timeToEscalate: { dueAt: "2026-11-20T08:30:00.000Z", minutesRemaining: 17.5, breached: false },
  suggestedTargets: [
    { id: "m1", name: "Ada", email: "ada@example.com", reason: "Is on call for payments.", isOnCall: true },
  ],
  dependents: ["storefront", "mobile"],
};
const sloContext: PrioritySignal["sloContext"] = {
  tier: "tier-0",
  riskThresholdMinutes: 5,
  breachThresholdMinutes: 15,
  objectiveTargetPct: 99.9,
  errorBudgetRemainingPct: 41.25,
  burnRatePctPerHour: 12.345678,
  projectedExhaustionHours: 3.3,
  burnWindowHours: 1,
  burnState: "fast_burn",
  atRisk: true,
  breached: false,
};
const priority: PrioritySignal = {
  level: "P1",
  label: "Critical",
  reason: long,
  eventCount: 1200,
  durationMinutes: 12.5,
  serviceCount: 3,
  sloContext,
};
const unmapped: PrioritySignal["sloContext"] = {
  ...sloContext,
  tier: "unmapped",
  objectiveTargetPct: 0,
  burnState: "healthy",
  atRisk: false,
};
const preventive: PreventiveSignal = {
  state: "high",
  summary: "checkout failed five times.",
  reasons: [long, "Three are unresolved."],
  recommendation: "Find the root cause.",
  actions: [{ id: "a", title: "Look at the pool", why: "It ran dry twice.", priority: "now", category: "root-cause" }],
  windowHours: 720,
  sameServiceIncidents: 5,
  unresolvedIncidents: 3,
  criticalIncidents: 1,
};
const change: ChangeRisk = {
  state: "critical",
  score: 87.5,
  summary: "A deployment stands out.",
  reasons: [long],
  recommendation: "Roll it back.",
  changeCount: 2,
  maxChangeConfidence: 0.875,
  topChangeReason: "checkout 1.4.2, four minutes before.",
};
const deployment: DeploymentRisk = {
  state: "low",
  score: 0,
  summary: "No deployment.",
  reasons: ["There was no deployment in the last 168 hours."],
  recommendation: "",
  windowHours: 168,
  deploymentCount: 0,
  unresolvedIncidents: 1,
  postDeployIncidents: 0,
  latestDeploymentAt: null,
};
const layout = { width: 80, paint: plainPaint, now: Date.parse("2026-11-20T08:12:30Z") };

describe("commands about signals", () => {
  const fake = fakeSession();
  const { id } = incident();

  it("show the verdict first, then figures, and take a short id", async () => {
    await fake.serve({
      "GET /incidents": json([incident()]),
      [`GET /incidents/${id}/escalation-plan`]: json(plan),
      [`GET /incidents/${id}/change-risk`]: json(change),
    });
    const { stdout, code } = await fake.run(`signal escalation ${id.slice(0, 8)}`);
    expect(code).to.equal(0);
    expect(stdout.split("\n")[0]).to.equal("acknowledge due");
    expect(stdout).to.contain("Ada (ada@example.com), on call").and.not.to.contain("\u001b[2J");
    expect(JSON.parse((await fake.run(`signal change-risk ${id.slice(0, 8)} --json`)).stdout)).to.deep.equal(change);
  });

  it("show the remaining time and missed deadlines as text", () => {
    const text = escalationText(plan, layout);
    expect(text).to.match(/acknowledge +by .*, missed, 8 min ago/);
    expect(text).to.match(/escalate +by .*, 18 min left/);
  });

  it("show the error budget with an objective, and a missing catalog entry", () => {
    const text = priorityText(priority, layout);
    expect(text.split("\n")[0]).to.equal("P1 Critical");
    expect(text)
      .to.contain("41.25 %, spent in 3 h at this rate")
      .and.to.contain("fast burn, 12.346 % an hour over 1 h");
    const without = priorityText({ ...priority, sloContext: unmapped }, layout);
    expect(without).to.contain("not in the catalog").and.not.to.contain("budget left");
  });

  it("show preventive actions, suspect changes and missing data", () => {
    expect(preventiveText(preventive, layout)).to.contain("now: Look at the pool (root-cause). It ran dry twice.");
    expect(changeRiskText(change, layout)).to.match(/^critical 87.5 of 100\n/);
    expect(changeRiskText(change, layout)).to.contain("checkout 1.4.2, four minutes before.");
    expect(deploymentRiskText(deployment, layout)).to.match(/latest +none/);
  });

  for (const width of [40, 80, 200]) {
    it(`their pages fit ${width} cells`, () => {
      const narrow = { ...layout, width };
      const text = [
        escalationText(plan, narrow),
        priorityText(priority, narrow),
        preventiveText(preventive, narrow),
        changeRiskText(change, narrow),
        deploymentRiskText(deployment, narrow),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
