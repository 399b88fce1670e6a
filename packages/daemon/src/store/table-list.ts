import { catalogEdgeTable, catalogEntryTable } from "./catalog/catalog-tables.ts";
import {
  correlationDecisionTable,
  correlationExclusionTable,
  correlationRuleTable,
} from "./correlation/correlation-tables.ts";
import {
  detectionStateTable,
  ruleModeTable,
  shadowOpeningTable,
  shadowOverlapTable,
} from "./detection/detection-tables.ts";
import { diagnosisJobTable, modelUsageTable } from "./diagnosis/diagnosis-tables.ts";
import { coreIdempotencyTable } from "./idempotency/idempotency-tables.ts";
import {
  feedbackTable,
  incidentCommentTable,
  incidentTable,
  incidentTallyTable,
  streamChangeTable,
  streamHeadTable,
  timelineEventTable,
} from "./incidents/incident-tables.ts";
import { heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance/maintenance-tables.ts";
import { channelTable, deliveryTable, ticketTable } from "./notifications/notification-tables.ts";
import { incidentResourceTable, toolRunTable } from "./probes/probe-tables.ts";
import { consumedBatchTable, consumerTable, deadLetterTable } from "./queue/queue-tables.ts";
import {
  actionTable,
  actionTallyTable,
  auditHeadTable,
  auditTable,
  breakerTable,
  executionJobTable,
  simulatedTallyTable,
} from "./remediation/remediation-tables.ts";
import { runTable, settingsTable } from "./reports/report-tables.ts";
import {
  incidentRunbookTable,
  runbookActionTagTable,
  runbookTable,
  runbookVersionTable,
} from "./runbooks/runbook-tables.ts";
import { deploymentTable } from "./signals/signal-tables.ts";
import { teamDepartureTable, teamMemberTable } from "./team/team-tables.ts";
import { tokenRevocationTable } from "./tokens/token-tables.ts";

/** Every table that TypeORM is to know. */
export const tables = [
  modelUsageTable,
  incidentTable,
  incidentTallyTable,
  timelineEventTable,
  streamHeadTable,
  streamChangeTable,
  detectionStateTable,
  consumerTable,
  consumedBatchTable,
  deadLetterTable,
  correlationRuleTable,
  correlationDecisionTable,
  correlationExclusionTable,
  catalogEntryTable,
  catalogEdgeTable,
  teamMemberTable,
  teamDepartureTable,
  incidentCommentTable,
  runbookTable,
  runbookActionTagTable,
  runbookVersionTable,
  incidentRunbookTable,
  deploymentTable,
  maintenanceWindowTable,
  windowServiceTable,
  heldCandidateTable,
  diagnosisJobTable,
  toolRunTable,
  incidentResourceTable,
  actionTable,
  actionTallyTable,
  simulatedTallyTable,
  executionJobTable,
  auditTable,
  auditHeadTable,
  breakerTable,
  channelTable,
  deliveryTable,
  ticketTable,
  settingsTable,
  runTable,
  coreIdempotencyTable,
  feedbackTable,
  ruleModeTable,
  shadowOpeningTable,
  shadowOverlapTable,
  tokenRevocationTable,
];
