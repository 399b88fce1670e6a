import type { RuleConditions } from "../../src/correlate/correlation-rule.ts";
import { type PastIncident, type Preview, type RuleDraft, startReplay } from "../../src/correlate/preview.ts";

export const conditions = (given: Partial<RuleConditions> = {}): RuleConditions => ({
  matchFields: ["service"],
  timeWindowMinutes: 30,
  severities: null,
  signalTypes: null,
  ...given,
});
export const draft = (action: RuleDraft["action"], given: Partial<RuleConditions> = {}): RuleDraft => ({
  action,
  conditions: conditions(given),
});
export const replay = (rule: RuleDraft, incidents: readonly PastIncident[]): Preview => {
  const made = startReplay(rule);
  for (const incident of incidents) made.see(incident);
  return made.outcome();
};
