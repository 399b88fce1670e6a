import { catalogEdgeTable, catalogEntryTable } from "./catalog/tables.ts";
import { incidentCommentTable } from "./comment/tables.ts";
import { correlationDecisionTable, correlationPartingTable, correlationRuleTable } from "./correlation/tables.ts";
import { ruleModeTable, shadowOpeningTable, shadowOverlapTable } from "./detect/tables.ts";
import { modelUsageTable } from "./diagnose/model-usage-table.ts";
import { diagnosisJobTable } from "./diagnose/tables.ts";
import { feedbackTable } from "./feedback/tables.ts";
import { coreIdempotencyTable } from "./idempotency/tables.ts";
import { heldCandidateTable, maintenanceWindowTable, windowServiceTable } from "./maintenance/tables.ts";
import { channelTable, deliveryTable, ticketTable } from "./notify/tables.ts";
import { incidentResourceTable, toolRunTable } from "./probe/tables.ts";
import {
  actionTable,
  actionTallyTable,
  auditHeadTable,
  auditTable,
  breakerTable,
  executionJobTable,
  simulatedTallyTable,
} from "./remediation/tables.ts";
import { runTable, settingsTable } from "./report/tables.ts";
import { incidentRunbookTable, runbookActionTagTable, runbookTable, runbookVersionTable } from "./runbook/tables.ts";
import { deploymentTable } from "./signal/tables.ts";
import {
  consumedBatchTable,
  consumerTable,
  deadLetterTable,
  detectionStateTable,
  incidentTable,
  incidentTallyTable,
  streamChangeTable,
  streamHeadTable,
  timelineEventTable,
} from "./tables.ts";
import { teamDepartureTable, teamMemberTable } from "./team/tables.ts";
import { tokenRevocationTable } from "./token/tables.ts";

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
  correlationPartingTable,
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
