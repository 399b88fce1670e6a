import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  listTeamMembers: "team list",
  listOnCall: "team on-call",
  addTeamMember: "team add Ada --email ada@example.com",
  setOnCall: `team on ${anId}`,
  removeTeamMember: `team remove ${anId} --yes`,
};
