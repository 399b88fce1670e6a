import type { CorrelationRule, RulePreview } from "@tocsin/sdk";
import { incident } from "./fake-tocsin.ts";

export const rule: CorrelationRule = {
  id: "5c1d0c2f-0000-4000-8000-000000000001",
  name: "One outage of a service",
  description: "All that fails in a service within a quarter of an hour is one trouble.",
  enabled: true,
  conditions: { matchFields: ["service"], timeWindowMinutes: 15, severities: null, signalTypes: ["ERROR_RATE"] },
  action: "merge",
  priority: 50,
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
};
export const other = { ...rule, id: "6c1d0c2f-0000-4000-8000-000000000002", name: "quiet", enabled: false };
export const preview: RulePreview = {
  lookbackDays: 30,
  evaluated: 200,
  merged: 30,
  grouped: 0,
  suppressed: 0,
  samples: [
    {
      incidentId: incident().id,
      relatedIncidentId: "029353e1-0000-7000-8000-000000000002",
      action: "merge",
      compared: { service: "checkout" },
      gapMinutes: 3.2,
      reason: "Both are of checkout.",
    },
  ],
};
