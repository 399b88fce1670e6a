import type { DetectionOpening, DetectionPreview, DetectionRule } from "@tocsin/sdk";

export const rule = (fields: Partial<DetectionRule> = {}): DetectionRule => ({
  id: "queue-too-long",
  signalType: "metric_threshold",
  enabled: true,
  source: "file",
  description: "A metric passes a fixed threshold for some minutes.\u001b[2J",
  severity: "HIGH",
  resolveAfterMinutes: 15,
  parameters: {
    pattern: "metric-threshold",
    metrics: ["queue_depth\u202e"],
    threshold: 1000,
    services: [],
    labels: { queue: ["a", "b"] },
    exceptWords: [],
    highFrom: null,
  },
  mode: "active",
  fileMode: "active",
  modeSince: null,
  modeBy: null,
  modeReason: null,
  autoDemote: true,
  ...fields,
});
export const sound = {
  valid: true,
  problems: [],
  rules: [rule(), rule({ id: "log-fatal", source: "built-in", enabled: false })],
};
export const unsound = {
  valid: false,
  problems: [
    { line: 3, column: 14, message: "rule a: threshold is missing\u001b[31m" },
    { line: 4, column: 5, message: "rule b: minErrors is unknown" },
  ],
  rules: [],
};
export const CHECK = "POST /detection/check";
export const draft = "rules:\n  - { id: a, pattern: log-fatal }\n";

export const opening = (fields: Partial<DetectionOpening> = {}): DetectionOpening => ({
  ruleId: "queue-too-long",
  service: "checkout-api",
  environment: "production",
  severity: "HIGH",
  title: "queue_depth of checkout-api is above 1,000 \u0007for five minutes",
  reason: "metric_above_threshold",
  description: "1,204 was measured.",
  at: "2026-11-20T07:10:00.000Z",
  openedAt: "2026-11-20T07:15:00.000Z",
  lastSeenAt: "2026-11-20T07:25:00.000Z",
  closedAt: "2026-11-20T07:40:00.000Z",
  observations: 14,
  reopened: 0,
  triggeringEventId: "019353e1-0000-7000-8000-00000000ee01",
  overlap: { incidentId: "019353e1-0000-7000-8000-000000000001", ruleId: "log-fatal", sameTrouble: false },
  ...fields,
});

export const preview = (fields: Partial<DetectionPreview> = {}): DetectionPreview => ({
  from: "2026-11-19T08:00:00.000Z",
  to: "2026-11-20T08:00:00.000Z",
  coveredUntil: "2026-11-20T08:00:00.000Z",
  warmUpFrom: "2026-11-19T06:40:00.000Z",
  truncated: false,
  truncatedBy: null,
  events: 48211,
  backfilled: 0,
  eventsLeftOut: 0,
  rules: [
    {
      ruleId: "queue-too-long",
      mode: "active",
      signalType: "metric_threshold",
      openings: 2,
      perDay: 2,
      services: 1,
      observations: 15,
      overlapping: 1,
    },
    {
      ruleId: "log-fatal",
      mode: "active",
      signalType: "log_fatal",
      openings: 0,
      perDay: 0,
      services: 0,
      observations: 0,
      overlapping: 0,
    },
  ],
  openings: [
    opening(),
    opening({ overlap: null, triggeringEventId: "029353e1-0000-7000-8000-00000000ee02", observations: 1 }),
  ],
  openingsLeftOut: 0,
  missedIncidents: [],
  missedIncidentsLeftOut: 0,
  ...fields,
});
