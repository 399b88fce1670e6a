import { type Clock, systemClock } from "../../kernel/clock.ts";
import { createCatalogStore } from "../../store/catalog/store.ts";
import { createCommentStore } from "../../store/comment/store.ts";
import { createDecisionStore } from "../../store/correlation/ledger.ts";
import { createPastIncidents } from "../../store/correlation/preview.ts";
import { createRuleStore } from "../../store/correlation/rules.ts";
import { createTuningStore } from "../../store/correlation/tuning.ts";
import type { Database } from "../../store/database.ts";
import { createDeadLetterStore } from "../../store/dead-letter-store.ts";
import { createMeasureStore } from "../../store/detect/measures.ts";
import { createModeStore } from "../../store/detect/mode-store.ts";
import { createShadowFeedbackStore, createShadowStore } from "../../store/detect/shadows.ts";
import { createDiagnosisJobStore } from "../../store/diagnose/jobs.ts";
import { createIncidentFeedbackStore } from "../../store/feedback/incidents.ts";
import { createFamilyStore } from "../../store/incident/family.ts";
import { createPostmortemStore } from "../../store/incident/postmortem.ts";
import { createSimilarStore } from "../../store/incident/similar.ts";
import { createIncidentSumStore } from "../../store/incident/sums.ts";
import { createWorkflowStore } from "../../store/incident/workflow.ts";
import { createLogPatternStore } from "../../store/log-patterns.ts";
import { createMaintenanceStore } from "../../store/maintenance/store.ts";
import { createAuditPages } from "../../store/remediation/audit-walk.ts";
import { createRunbookLinkStore } from "../../store/runbook/links.ts";
import { createRunbookStore } from "../../store/runbook/store.ts";
import { createDeploymentStore } from "../../store/signal/deployments.ts";
import { createEscalationStepStore } from "../../store/signal/escalation-steps.ts";
import { createServiceIncidents } from "../../store/signal/service-incidents.ts";
import { createTelemetryCounts } from "../../store/signal/telemetry-sums.ts";
import { createAssignmentStore } from "../../store/team/assignments.ts";
import { createTeamStore } from "../../store/team/store.ts";

/** What only the core interface asks of the database. */
export const coreStores = (database: Database, clock: Clock = systemClock) => ({
  team: createTeamStore(database, clock),
  assignments: createAssignmentStore(database, clock),
  catalog: createCatalogStore(database),
  deployments: createDeploymentStore(database),
  counts: createTelemetryCounts(database),
  serviceIncidents: createServiceIncidents(database),
  escalations: createEscalationStepStore(database),
  incidentSums: createIncidentSumStore(database),
  workflow: createWorkflowStore(database),
  postmortems: createPostmortemStore(database),
  comments: createCommentStore(database),
  runbooks: createRunbookStore(database),
  runbookLinks: createRunbookLinkStore(database),
  similar: createSimilarStore(database, clock),
  rules: createRuleStore(database),
  decisions: createDecisionStore(database),
  families: createFamilyStore(database, clock),
  pastIncidents: createPastIncidents(database),
  tuning: createTuningStore(database),
  logPatterns: createLogPatternStore(database),
  deadLetters: createDeadLetterStore(database),
  diagnoses: createDiagnosisJobStore(database),
  maintenance: createMaintenanceStore(database, clock),
  auditPages: createAuditPages(database),
  feedback: createIncidentFeedbackStore(database),
  shadowFeedback: createShadowFeedbackStore(database),
  shadows: createShadowStore(database),
  modes: createModeStore(database),
  measures: createMeasureStore(database),
});
