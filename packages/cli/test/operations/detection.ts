import { anId, type Reached } from "./reached.ts";

const draft = "rules:\n  - { id: a, pattern: log-fatal }\n";

export const reached: Reached = {
  listDetectionRules: "detection rules",
  setDetectionRuleMode: "detection demote log-error-burst --reason loud",
  getDetectionPerformance: "detection performance -o wide",
  getDetectionReport: "detection report --time-zone Europe/Berlin -o wide",
  getDetectionSensitivity: "detection sensitivity",
  setDetectionSensitivity: "detection sensitivity early --service checkout-api --reason sale",
  listShadowOpenings: "detection shadow --since 2d -o wide",
  getShadowOpening: `detection shadow ${anId}`,
  giveShadowFeedback: `detection feedback ${anId} noise --note again`,
  checkDetectionRules: { args: ["detection", "check", "-"], input: draft },
  previewDetectionRules: { args: ["detection", "preview", "-", "--since", "2h"], input: draft },
};
