import { anId, type Reached } from "./reached.ts";

const rule = "correlation create outage --match service --window 15m --action merge";

export const reached: Reached = {
  listCorrelationRules: "correlation rules",
  getCorrelationRule: `correlation show ${anId}`,
  createCorrelationRule: rule,
  updateCorrelationRule: `correlation update ${anId} --no-enabled`,
  deleteCorrelationRule: `correlation delete ${anId} --yes`,
  previewCorrelationRule: {
    args: ["correlation", "preview", "-f", "-"],
    input: "conditions: { matchFields: [service], timeWindowMinutes: 15 }\naction: merge\n",
  },
  listCorrelationDecisions: `correlation explain ${anId}`,
  getTuningRecommendations: "correlation tune",
  applyTuningRecommendation: "correlation tune --apply --yes",
};
