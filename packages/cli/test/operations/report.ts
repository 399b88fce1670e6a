import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  getReportingSettings: "report show",
  updateReportingSettings: "report set --schedule weekly --to ada@example.com",
  listReportRuns: "report runs",
  startReportRun: "report run",
  retryReportRun: `report retry ${anId}`,
  exportReportRuns: "report export",
  enforceRetention: "report enforce-retention --yes",
};
