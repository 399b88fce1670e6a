import type { StreamHub } from "../../stream/hub.ts";
import type { DetectionRuleView } from "./detection.ts";
import { detectionRoutes } from "./detection.ts";
import { type EventRoutesDeps, eventRoutes } from "./events.ts";
import { type IncidentRoutesDeps, incidentRoutes } from "./incidents.ts";
import { later, type Routes } from "./route.ts";
import { streamRoutes } from "./stream.ts";

export interface CoreDeps extends IncidentRoutesDeps, EventRoutesDeps {
  readonly hub: StreamHub;
  readonly detectionRules: readonly DetectionRuleView[];
}

/** Described in the document, and not there yet: they answer 501 until they are. */
const notYet = {
  exportIncidents: later,
  getIncidentStats: later,
  getIncidentTimeline: later,
  listRelatedIncidents: later,
  listSimilarIncidents: later,
  diagnoseIncident: later,
  addWorkflowEvent: later,
  draftPostmortem: later,
  getEscalationPlan: later,
  getPrioritySignal: later,
  getPreventiveSignal: later,
  getChangeRisk: later,
  getDeploymentRisk: later,
  escalateIncident: later,
  runDiagnosticTool: later,
  listDiagnosticRuns: later,
  getDiagnosticRun: later,
  getDiagnosticMetrics: later,
  listIncidentResources: later,
  replaceIncidentResources: later,
  listIncidentRunbooks: later,
  recommendRunbooks: later,
  linkRunbook: later,
  unlinkRunbook: later,
  listComments: later,
  addComment: later,
  deleteComment: later,
  listCorrelationRules: later,
  createCorrelationRule: later,
  previewCorrelationRule: later,
  getTuningRecommendations: later,
  applyTuningRecommendation: later,
  getCorrelationRule: later,
  updateCorrelationRule: later,
  deleteCorrelationRule: later,
  listCorrelationDecisions: later,
  unmergeIncident: later,
  listTeamMembers: later,
  addTeamMember: later,
  listOnCall: later,
  assignIncident: later,
  setOnCall: later,
  removeTeamMember: later,
  listRunbooks: later,
  createRunbook: later,
  addRunbookVersion: later,
  publishRunbook: later,
  archiveRunbook: later,
  requestRemediation: later,
  listRemediationActions: later,
  listRemediationHistory: later,
  getRemediationStats: later,
  getRemediationPriority: later,
  exportRemediationActions: later,
  verifyRemediationAudit: later,
  approveRemediation: later,
  rejectRemediation: later,
  getReportingSettings: later,
  updateReportingSettings: later,
  listReportRuns: later,
  startReportRun: later,
  exportReportRuns: later,
  retryReportRun: later,
  enforceRetention: later,
  listServices: later,
  getService: later,
  updateService: later,
  setServiceDependencies: later,
  checkLiveness: later,
  checkReadiness: later,
  readMetrics: later,
} satisfies Partial<Routes>;

/** Every operation of the document has exactly one route: one that is missing doesn't compile. */
export const coreRoutes = (deps: CoreDeps): Routes => ({
  ...notYet,
  ...incidentRoutes(deps),
  ...eventRoutes(deps),
  ...streamRoutes(deps),
  ...detectionRoutes(deps),
});
