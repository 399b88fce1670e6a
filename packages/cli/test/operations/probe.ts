import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  runDiagnosticTool: `probe run ${anId} pod-logs namespace=default pod=checkout-1`,
  listDiagnosticRuns: `probe runs ${anId}`,
  getDiagnosticRun: `probe show ${anId} ${anId}`,
  getDiagnosticRunOutput: `probe show ${anId} ${anId} --raw`,
};
