import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  getEscalationPlan: `signal escalation ${anId}`,
  getPrioritySignal: `signal priority ${anId}`,
  getPreventiveSignal: `signal preventive ${anId}`,
  getChangeRisk: `signal change-risk ${anId}`,
  getDeploymentRisk: `signal deployment-risk ${anId}`,
};
