import type { ChangeRisk, DeploymentRisk, EscalationPlan, PreventiveSignal, PrioritySignal } from "@tocsin/sdk";
import { plainPaint } from "../src/text/paint.ts";

const long =
  "Twelve services depend on it, and the error budget burns faster than the objective of the service allows.";
export const plan: EscalationPlan = {
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
export const sloContext: PrioritySignal["sloContext"] = {
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
export const priority: PrioritySignal = {
  level: "P1",
  label: "Critical",
  reason: long,
  eventCount: 1200,
  durationMinutes: 12.5,
  serviceCount: 3,
  sloContext,
};
export const unmapped: PrioritySignal["sloContext"] = {
  ...sloContext,
  tier: "unmapped",
  objectiveTargetPct: 0,
  burnState: "healthy",
  atRisk: false,
};
export const preventive: PreventiveSignal = {
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
export const change: ChangeRisk = {
  state: "critical",
  score: 87.5,
  summary: "A deployment stands out.",
  reasons: [long],
  recommendation: "Roll it back.",
  changeCount: 2,
  maxChangeConfidence: 0.875,
  topChangeReason: "checkout 1.4.2, four minutes before.",
};
export const deployment: DeploymentRisk = {
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
export const layout = { width: 80, paint: plainPaint, now: Date.parse("2026-11-20T08:12:30Z") };
