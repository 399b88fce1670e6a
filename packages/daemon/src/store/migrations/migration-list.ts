import { FirstSchema1764000000000 } from "./1764000000000-first-schema.ts";
import { PostgresTelemetry1764000100000 } from "./1764000100000-postgres-telemetry.ts";
import { IncidentPostings1764000200000 } from "./1764000200000-incident-postings.ts";
import { Correlation1764000300000 } from "./1764000300000-correlation.ts";
import { IncidentPeriods1764000400000 } from "./1764000400000-incident-periods.ts";
import { TeamAndRunbooks1764000500000 } from "./1764000500000-team-and-runbooks.ts";
import { ServiceCatalog1764000600000 } from "./1764000600000-service-catalog.ts";
import { TelemetryCounts1764000700000 } from "./1764000700000-telemetry-counts.ts";
import { MaintenanceWindows1764000800000 } from "./1764000800000-maintenance-windows.ts";
import { DiagnosisJobs1764000900000 } from "./1764000900000-diagnosis-jobs.ts";
import { ModelUsage1764001000000 } from "./1764001000000-model-usage.ts";
import { ToolRuns1764001100000 } from "./1764001100000-tool-runs.ts";
import { Remediation1764001200000 } from "./1764001200000-remediation.ts";
import { RemediationChecks1764001250000 } from "./1764001250000-remediation-checks.ts";
import { Reporting1764001300000 } from "./1764001300000-reporting.ts";
import { Notifications1764001400000 } from "./1764001400000-notifications.ts";
import { NotificationRecipients1764001450000 } from "./1764001450000-notification-recipients.ts";
import { CoreIdempotency1764001500000 } from "./1764001500000-core-idempotency.ts";
import { LogPatterns1764001600000 } from "./1764001600000-log-patterns.ts";
import { DetectionQuality1764001700000 } from "./1764001700000-detection-quality.ts";
import { CorrelationPartings1764001800000 } from "./1764001800000-correlation-partings.ts";
import { RemediationTargets1764001900000 } from "./1764001900000-remediation-targets.ts";
import { AuditKey1764001950000 } from "./1764001950000-audit-key.ts";
import { SimulatedActions1764002050000 } from "./1764002050000-simulated-actions.ts";
import { Actors1764002060000 } from "./1764002060000-actors.ts";
import { TokenRevocations1764002100000 } from "./1764002100000-token-revocations.ts";
import { IngestionRefusals1764002200000 } from "./1764002200000-ingestion-refusals.ts";
import { SimulatedMoves1764002300000 } from "./1764002300000-simulated-moves.ts";
import { ProcessRegistrations1764002400000 } from "./1764002400000-process-registrations.ts";
import { QueueCounts1764002500000 } from "./1764002500000-queue-counts.ts";
import { PartitionLeases1764002600000 } from "./1764002600000-partition-leases.ts";
import { ArchiveFiles1764002700000 } from "./1764002700000-archive-files.ts";
import { MergedSums1764002800000 } from "./1764002800000-merged-sums.ts";
import { UnmergedIncidents1764002900000 } from "./1764002900000-unmerged-incidents.ts";
import { FamilyTitles1764003000000 } from "./1764003000000-family-titles.ts";
import { DetectionSensitivity1764003010000 } from "./1764003010000-detection-sensitivity.ts";
import { FamilySeverities1764003020000 } from "./1764003020000-family-severities.ts";

/** In order. A migration that has landed is never edited; a change is a new one. */
export const migrations = [
  FirstSchema1764000000000,
  PostgresTelemetry1764000100000,
  IncidentPostings1764000200000,
  Correlation1764000300000,
  IncidentPeriods1764000400000,
  TeamAndRunbooks1764000500000,
  ServiceCatalog1764000600000,
  TelemetryCounts1764000700000,
  MaintenanceWindows1764000800000,
  DiagnosisJobs1764000900000,
  ModelUsage1764001000000,
  ToolRuns1764001100000,
  Remediation1764001200000,
  RemediationChecks1764001250000,
  Reporting1764001300000,
  Notifications1764001400000,
  NotificationRecipients1764001450000,
  CoreIdempotency1764001500000,
  LogPatterns1764001600000,
  DetectionQuality1764001700000,
  CorrelationPartings1764001800000,
  RemediationTargets1764001900000,
  AuditKey1764001950000,
  SimulatedActions1764002050000,
  Actors1764002060000,
  TokenRevocations1764002100000,
  IngestionRefusals1764002200000,
  SimulatedMoves1764002300000,
  ProcessRegistrations1764002400000,
  QueueCounts1764002500000,
  PartitionLeases1764002600000,
  ArchiveFiles1764002700000,
  MergedSums1764002800000,
  UnmergedIncidents1764002900000,
  FamilyTitles1764003000000,
  DetectionSensitivity1764003010000,
  FamilySeverities1764003020000,
];

/** As the table of migrations names them. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);
