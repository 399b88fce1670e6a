import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  listIncidents: "incidents --state open --severity critical,high --all",
  createIncident: {
    args: ["incident", "create", "Checkout is down", "--severity", "critical", "--description", "-"],
    input: "Nobody can pay.\n",
  },
  getIncident: `incident show ${anId}`,
  changeIncidentStatus: `incident resolve ${anId} --comment done`,
  listRelatedIncidents: `incident related ${anId}`,
  listSimilarIncidents: `incident similar ${anId} -o wide`,
  diagnoseIncident: `incident diagnose ${anId} --timeout 2s`,
  addWorkflowEvent: { args: ["incident", "note", anId, "--type", "handoff"], input: "Grace takes over.\n" },
  listIncidentEvents: `incident timeline ${anId}`,
  unmergeIncident: `incident unmerge ${anId}`,
  listIncidentFeedback: `incident feedback ${anId}`,
  giveIncidentFeedback: `incident feedback ${anId} noise --note again`,
  listComments: `incident comment list ${anId}`,
  addComment: { args: ["incident", "comment", "add", anId], input: "Looks like the pool again.\n" },
  deleteComment: `incident comment delete ${anId} ${anId} --yes`,
  assignIncident: `incident assign ${anId} nobody`,
  escalateIncident: `incident escalate ${anId} --to ${anId}`,
  listIncidentResources: `incident resource list ${anId}`,
  replaceIncidentResources: `incident resource set ${anId} aws/rds/eu-central-1/orders-db`,
  streamIncidents: "tail",
};
