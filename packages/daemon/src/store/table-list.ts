import * as catalog from "./catalog/catalog-tables.ts";
import * as correlation from "./correlation/correlation-tables.ts";
import * as detection from "./detection/detection-tables.ts";
import * as diagnosis from "./diagnosis/diagnosis-tables.ts";
import * as idempotency from "./idempotency/idempotency-tables.ts";
import * as incidents from "./incidents/incident-tables.ts";
import * as maintenance from "./maintenance/maintenance-tables.ts";
import * as notifications from "./notifications/notification-tables.ts";
import * as probes from "./probes/probe-tables.ts";
import * as queue from "./queue/queue-tables.ts";
import * as remediation from "./remediation/remediation-tables.ts";
import * as reports from "./reports/report-tables.ts";
import * as runbooks from "./runbooks/runbook-tables.ts";
import * as signals from "./signals/signal-tables.ts";
import * as team from "./team/team-tables.ts";
import * as tokens from "./tokens/token-tables.ts";

/** Every table that TypeORM is to know: all that the files of the owners export. */
export const tables = [
  catalog,
  correlation,
  detection,
  diagnosis,
  idempotency,
  incidents,
  maintenance,
  notifications,
  probes,
  queue,
  remediation,
  reports,
  runbooks,
  signals,
  team,
  tokens,
].flatMap((owner) => Object.values(owner));
