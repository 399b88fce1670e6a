import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  listRemediationActions: "remediation list",
  getRemediationAction: `remediation wait ${anId} --timeout 1s`,
  listRemediationAudit: `remediation audit ${anId}`,
  listRemediationHistory: `remediation history ${anId}`,
  getRemediationStats: "remediation stats",
  getRemediationPriority: "remediation priority",
  getRemediationPolicy: "remediation policy",
  previewRemediation: `remediation preview ${anId} restart-service`,
  requestRemediation: `remediation request ${anId} restart-service`,
  approveRemediation: `remediation approve ${anId} --yes`,
  rejectRemediation: `remediation reject ${anId}`,
  exportRemediationActions: "remediation export",
  verifyRemediationAudit: "remediation audit verify",
};
