import { type CommentRoutesDeps, commentRoutes } from "./comments.ts";
import { type CorrelationRoutesDeps, correlationRoutes } from "./correlation.ts";
import { type DetectionRoutesDeps, detectionRoutes } from "./detection.ts";
import { type DetectionQualityRoutesDeps, detectionQualityRoutes } from "./detection-quality.ts";
import { type DetectionSensitivityRoutesDeps, detectionSensitivityRoutes } from "./detection-sensitivity.ts";
import { type DiagnosticToolRoutesDeps, diagnosticToolRoutes } from "./diagnostic-tools.ts";
import { type EventRoutesDeps, eventRoutes } from "./events.ts";
import { type FeedbackRoutesDeps, feedbackRoutes } from "./feedback.ts";
import { type IncidentRoutesDeps, incidentRoutes } from "./incidents.ts";
import { type MaintenanceRoutesDeps, maintenanceRoutes } from "./maintenance.ts";
import { type NotificationRoutesDeps, notificationRoutes } from "./notifications.ts";
import { type RemediationRoutesDeps, remediationRoutes } from "./remediation.ts";
import { type RemediationPolicyRoutesDeps, remediationPolicyRoutes } from "./remediation-policy.ts";
import { type ReportingRoutesDeps, reportingRoutes } from "./reporting.ts";
import type { Routes } from "./route.ts";
import { type RunbookRoutesDeps, runbookRoutes } from "./runbooks.ts";
import { type ServiceRoutesDeps, serviceRoutes } from "./services.ts";
import { type SignalRoutesDeps, signalRoutes } from "./signals.ts";
import { type StreamRoutesDeps, streamRoutes } from "./stream.ts";
import { type TeamRoutesDeps, teamRoutes } from "./team.ts";

export type CoreDeps = CommentRoutesDeps &
  CorrelationRoutesDeps &
  DetectionRoutesDeps &
  DetectionQualityRoutesDeps &
  DetectionSensitivityRoutesDeps &
  DiagnosticToolRoutesDeps &
  EventRoutesDeps &
  FeedbackRoutesDeps &
  IncidentRoutesDeps &
  MaintenanceRoutesDeps &
  NotificationRoutesDeps &
  RemediationRoutesDeps &
  RemediationPolicyRoutesDeps &
  ReportingRoutesDeps &
  RunbookRoutesDeps &
  ServiceRoutesDeps &
  SignalRoutesDeps &
  StreamRoutesDeps &
  TeamRoutesDeps;

/** Every operation of the document has exactly one route: one that is missing doesn't compile. */
export const coreRoutes = (deps: CoreDeps): Routes => ({
  ...commentRoutes(deps),
  ...correlationRoutes(deps),
  ...detectionRoutes(deps),
  ...detectionQualityRoutes(deps),
  ...detectionSensitivityRoutes(deps),
  ...diagnosticToolRoutes(deps),
  ...eventRoutes(deps),
  ...feedbackRoutes(deps),
  ...incidentRoutes(deps),
  ...maintenanceRoutes(deps),
  ...notificationRoutes(deps),
  ...remediationRoutes(deps),
  ...remediationPolicyRoutes(deps),
  ...reportingRoutes(deps),
  ...runbookRoutes(deps),
  ...serviceRoutes(deps),
  ...signalRoutes(deps),
  ...streamRoutes(deps),
  ...teamRoutes(deps),
});
