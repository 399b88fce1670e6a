import { createDiagnosisJobStore } from "../../diagnose/record-diagnoses.ts";
import { createSimilarIncidents } from "../../incident/similar-incidents.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { digestOf } from "../../remediate/actions/apply-action.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createDecisionStore } from "../../store/correlation/ledger.ts";
import { createPastIncidents } from "../../store/correlation/past-incidents.ts";
import { createRuleStore } from "../../store/correlation/rule-store.ts";
import { createTuningStore } from "../../store/correlation/tuning-store.ts";
import { createLogPatternStore } from "../../store/detection/log-template-store.ts";
import { createMeasureStore } from "../../store/detection/rule-measures.ts";
import { createModeStore } from "../../store/detection/rule-mode-store.ts";
import { createSensitivityStore } from "../../store/detection/sensitivity-store.ts";
import { createShadowFeedbackStore, createShadowStore } from "../../store/detection/shadow-store.ts";
import { createDiagnosisJobs } from "../../store/diagnosis/diagnosis-jobs.ts";
import { createIncidentSumStore } from "../../store/incidents/incident-sums.ts";
import { createSimilarCandidates } from "../../store/incidents/similar-store.ts";
import { createMaintenanceStore } from "../../store/maintenance/maintenance-store.ts";
import { createDeadLetterStore } from "../../store/queue/dead-letter-store.ts";
import { createAuditPages } from "../../store/remediation/audit-walk.ts";
import { createRunbookLinkStore } from "../../store/runbooks/runbook-links.ts";
import { createRunbookStore } from "../../store/runbooks/runbook-store.ts";
import { createDeploymentStore } from "../../store/signals/deployment-store.ts";
import { createEscalationStepStore } from "../../store/signals/escalation-steps.ts";
import { createOpeningEvidence } from "../../store/signals/opening-evidence.ts";
import { createServiceIncidents } from "../../store/signals/service-incidents.ts";
import { createTelemetryCounts } from "../../store/signals/telemetry-sums.ts";
import type { Database } from "../../store/sql/database.ts";
import { createTeamStore } from "../../store/team/team-store.ts";
import {
  createAssignmentStore,
  createCommentStore,
  createFamilyStore,
  createFeedbackStore,
  createPostmortemStore,
  createUnits,
} from "./incident-wiring.ts";

/** Stores that only the core interface uses. */
export const coreStores = (database: Database, clock: Clock = systemClock) => ({
  team: createTeamStore(database, clock),
  assignments: createAssignmentStore(database, clock),
  catalog: createCatalogStore(database),
  deployments: createDeploymentStore(database),
  counts: createTelemetryCounts(database),
  serviceIncidents: createServiceIncidents(database),
  escalations: createEscalationStepStore(database),
  openings: createOpeningEvidence(database),
  incidentSums: createIncidentSumStore(database),
  units: createUnits(database),
  postmortems: createPostmortemStore(database),
  comments: createCommentStore(database),
  runbooks: createRunbookStore(database),
  runbookLinks: createRunbookLinkStore(database, createUnits(database)),
  similar: createSimilarIncidents(createSimilarCandidates(database), clock),
  rules: createRuleStore(database),
  decisions: createDecisionStore(database),
  families: createFamilyStore(database, clock),
  pastIncidents: createPastIncidents(database),
  tuning: createTuningStore(database),
  logPatterns: createLogPatternStore(database),
  deadLetters: createDeadLetterStore(database),
  diagnoses: createDiagnosisJobStore(createDiagnosisJobs(database, createUnits(database)), createUnits(database)),
  maintenance: createMaintenanceStore(database, clock),
  auditPages: createAuditPages(database, digestOf),
  feedback: createFeedbackStore(database),
  shadowFeedback: createShadowFeedbackStore(database),
  shadows: createShadowStore(database),
  modes: createModeStore(database, createUnits(database)),
  measures: createMeasureStore(database),
  sensitivities: createSensitivityStore(database),
});
