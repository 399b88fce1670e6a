import type { components } from "../../generated/core.ts";
import type { Routes } from "./route.ts";

export type DetectionRuleView = components["schemas"]["DetectionRule"];

/** The detection rules in force. */
export const detectionRoutes = ({ detectionRules }: { readonly detectionRules: readonly DetectionRuleView[] }) =>
  ({
    listDetectionRules: async () => ({ status: 200, body: [...detectionRules] }),
  }) satisfies Partial<Routes>;
