import { anId, type Reached } from "./reached.ts";

const runbook = "# Restart it\n\n1. Restart.\n";

export const reached: Reached = {
  listRunbooks: "runbook list -o wide",
  createRunbook: { args: ["runbook", "create", "-"], input: runbook },
  getRunbook: `runbook show ${anId}`,
  listRunbookVersions: `runbook versions ${anId} -o wide`,
  addRunbookVersion: { args: ["runbook", "version", anId, "-", "--version", "2.0.0"], input: runbook },
  publishRunbook: `runbook publish ${anId}`,
  archiveRunbook: `runbook archive ${anId}`,
  listIncidentRunbooks: `incident runbooks ${anId}`,
  recommendRunbooks: `incident runbooks ${anId} -o wide`,
  linkRunbook: `runbook link ${anId} ${anId}`,
  unlinkRunbook: `runbook unlink ${anId} ${anId}`,
  draftPostmortem: `incident postmortem ${anId}`,
  exportIncidents: "incident export",
  getIncidentStats: "incident stats",
  getIncidentTimeline: "incident stats --hours 48",
  getDiagnosticMetrics: `incident metrics ${anId}`,
};
