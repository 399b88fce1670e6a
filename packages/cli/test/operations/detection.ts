import type { Reached } from "./reached.ts";

const draft = "rules:\n  - { id: a, pattern: log-fatal }\n";

export const reached: Reached = {
  listDetectionRules: "detection rules",
  checkDetectionRules: { args: ["detection", "check", "-"], input: draft },
  previewDetectionRules: { args: ["detection", "preview", "-", "--since", "2h"], input: draft },
};
