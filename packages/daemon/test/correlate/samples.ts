import type { CorrelationRule } from "../../src/correlate/correlation-rule.ts";
import type { PastIncident } from "../../src/correlate/preview.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";

export const START = Date.UTC(2026, 10, 1);

export const past = (given: Partial<PastIncident> = {}): PastIncident => ({
  id: uuidv7(START),
  primaryService: "checkout",
  signalType: "log_error_rate",
  severity: "HIGH",
  createdAt: START,
  resolvedAt: null,
  ...given,
});

export const rule = (given: Partial<CorrelationRule> = {}): CorrelationRule => ({
  id: uuidv7(START),
  organizationId: "acme",
  name: "One incident a service",
  description: "",
  enabled: true,
  conditions: { matchFields: ["service"], timeWindowMinutes: 30, severities: null, signalTypes: null },
  action: "merge",
  priority: 10,
  createdAt: START,
  updatedAt: START,
  ...given,
});
