import { type CommentRoutesDeps, commentRoutes } from "./comments.ts";
import { type CorrelationRoutesDeps, correlationRoutes } from "./correlation.ts";
import { type TuningRoutesDeps, tuningRoutes } from "./correlation-tuning.ts";
import { type DetectionRoutesDeps, detectionRoutes } from "./detection.ts";
import { type DetectionQualityRoutesDeps, detectionQualityRoutes } from "./detection-quality.ts";
import { type DiagnosisRoutesDeps, diagnosisRoutes } from "./diagnosis.ts";
import { type DiagnosticToolRoutesDeps, diagnosticToolRoutes } from "./diagnostic-tools.ts";
import { type EscalationRoutesDeps, escalationRoutes } from "./escalation.ts";
import { type EventRoutesDeps, eventRoutes } from "./events.ts";
import { type FeedbackRoutesDeps, feedbackRoutes } from "./feedback.ts";
import { type OverviewRoutesDeps, overviewRoutes } from "./incident-overview.ts";
import { type IncidentRunbookRoutesDeps, incidentRunbookRoutes } from "./incident-runbooks.ts";
import { type IncidentRoutesDeps, incidentRoutes } from "./incidents.ts";
import { type LogPatternRoutesDeps, logPatternRoutes } from "./log-patterns.ts";
import { type MaintenanceRoutesDeps, maintenanceRoutes } from "./maintenance.ts";
import { type NotificationRoutesDeps, notificationRoutes } from "./notifications.ts";
import { type RemediationRoutesDeps, remediationRoutes } from "./remediation.ts";
import { type RemediationAuditRoutesDeps, remediationAuditRoutes } from "./remediation-audit.ts";
import { type RemediationPolicyRoutesDeps, remediationPolicyRoutes } from "./remediation-policy.ts";
import { type ReportingRoutesDeps, reportingRoutes } from "./reporting.ts";
import type { Routes } from "./route.ts";
import { type RunbookRoutesDeps, runbookRoutes } from "./runbooks.ts";
import { type ServiceSignalDeps, serviceSignalRoutes } from "./service-signals.ts";
import { type ServiceRoutesDeps, serviceRoutes } from "./services.ts";
import { type SimilarRoutesDeps, similarRoutes } from "./similar-incidents.ts";
import { type StreamRoutesDeps, streamRoutes } from "./stream.ts";
import { type TeamRoutesDeps, teamRoutes } from "./team.ts";

export type CoreDeps = ServiceRoutesDeps &
  ServiceSignalDeps &
  EscalationRoutesDeps &
  SimilarRoutesDeps &
  IncidentRoutesDeps &
  DiagnosisRoutesDeps &
  DiagnosticToolRoutesDeps &
  OverviewRoutesDeps &
  CommentRoutesDeps &
  RunbookRoutesDeps &
  IncidentRunbookRoutesDeps &
  TeamRoutesDeps &
  EventRoutesDeps &
  LogPatternRoutesDeps &
  CorrelationRoutesDeps &
  TuningRoutesDeps &
  DetectionRoutesDeps &
  DetectionQualityRoutesDeps &
  FeedbackRoutesDeps &
  MaintenanceRoutesDeps &
  ReportingRoutesDeps &
  NotificationRoutesDeps &
  RemediationAuditRoutesDeps &
  RemediationPolicyRoutesDeps &
  RemediationRoutesDeps &
  StreamRoutesDeps;

/** Every operation of the document has exactly one route: one that is missing doesn't compile. */
export const coreRoutes = (deps: CoreDeps): Routes => ({
  ...incidentRoutes(deps),
  ...diagnosisRoutes(deps),
  ...diagnosticToolRoutes(deps),
  ...overviewRoutes(deps),
  ...similarRoutes(deps),
  ...eventRoutes(deps),
  ...logPatternRoutes(deps),
  ...streamRoutes(deps),
  ...teamRoutes(deps),
  ...commentRoutes(deps),
  ...runbookRoutes(deps),
  ...incidentRunbookRoutes(deps),
  ...serviceRoutes(deps),
  ...escalationRoutes(deps),
  ...serviceSignalRoutes(deps),
  ...detectionRoutes(deps),
  ...detectionQualityRoutes(deps),
  ...feedbackRoutes(deps),
  ...maintenanceRoutes(deps),
  ...correlationRoutes(deps),
  ...tuningRoutes(deps),
  ...reportingRoutes(deps),
  ...notificationRoutes(deps),
  ...remediationRoutes(deps),
  ...remediationAuditRoutes(deps),
  ...remediationPolicyRoutes(deps),
});
