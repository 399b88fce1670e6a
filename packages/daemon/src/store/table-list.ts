import { correlationDecisionTable, correlationRuleTable } from "./correlation/tables.ts";
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

/** Every table that TypeORM is to know. */
export const tables = [
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
];
