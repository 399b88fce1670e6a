import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  listMaintenanceWindows: "maintenance list",
  createMaintenanceWindow: "maintenance create checkout --for 2h --reason upgrade",
  getMaintenanceWindow: `maintenance show ${anId}`,
  updateMaintenanceWindow: `maintenance update ${anId} --reason later`,
  endMaintenanceWindow: `maintenance end ${anId}`,
  deleteMaintenanceWindow: `maintenance delete ${anId} --yes`,
  listHeldCandidates: `maintenance held ${anId}`,
};
