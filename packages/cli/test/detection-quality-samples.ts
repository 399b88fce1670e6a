import type { DetectionRule, OpeningsMeasured, RulePerformance, ShadowOpening } from "@tocsin/sdk";

export const FIRST = "019353e1-0000-7000-8000-000000000001";
export const said = {
  verdict: "noise" as const,
  note: "The import.",
  by: "Ada",
  createdAt: "2026-11-20T08:00:00.000Z",
};
export const feedback = { ...said, incidentId: FIRST, updatedAt: "2026-11-20T08:00:00.000Z" } as const;

export const measured = (fields: Partial<OpeningsMeasured> = {}): OpeningsMeasured => ({
  from: "2026-10-21T08:00:00.000Z",
  opened: 42,
  useful: 3,
  noise: 27,
  unjudged: 12,
  occasions: 19,
  precision: { value: 0.1, lower: 0.0346, upper: 0.2562 },
  ...fields,
});

export const performance = (fields: Partial<RulePerformance> = {}): RulePerformance => ({
  ...measured(),
  ruleId: "log-error-burst",
  mode: "active",
  shadow: measured({ opened: 0, useful: 0, noise: 0, unjudged: 0, precision: { value: null, lower: 0, upper: 1 } }),
  recommendation: "demote",
  rationale: "3 of 30 judged openings were useful (10 %).\u001b[2J",
  ...fields,
});

export const rule = (fields: Partial<DetectionRule> = {}): DetectionRule => ({
  id: "log-error-burst",
  signalType: "log_error_burst",
  enabled: true,
  source: "built-in",
  description: "Many errors within one minute.",
  severity: "MEDIUM",
  resolveAfterMinutes: 15,
  parameters: { minErrors: 50 },
  mode: "shadow",
  fileMode: "active",
  modeSince: "2026-11-20T07:00:00.000Z",
  modeBy: "Ada\u202e",
  modeReason: "Too loud",
  autoDemote: true,
  ...fields,
});

export const shadow = (fields: Partial<ShadowOpening> = {}): ShadowOpening => ({
  id: FIRST,
  ruleId: "queue-too-long",
  service: "checkout-api",
  environment: "production",
  title: "queue_depth of checkout-api is 1,480\u0007",
  description: "queue_depth was above 1000 for 5 minutes.",
  severity: "HIGH",
  openedAt: "2026-11-20T07:15:00.000Z",
  lastSeenAt: "2026-11-20T07:25:00.000Z",
  closedAt: null,
  observations: 14,
  triggeringEventId: "019353e1-0000-7000-8000-00000000ee01",
  incidentId: null,
  verdict: "useful",
  verdictFrom: "feedback",
  ...fields,
});
