export type { CommentFilter } from "./areas/comments.ts";
export type { DecisionFilter } from "./areas/correlation.ts";
export type { PerformanceFilter, ShadowFilter } from "./areas/detection.ts";
export type { ToolMetricsFilter, ToolRunFilter } from "./areas/diagnostics.ts";
export type { DeadLetterFilter, EventFilter, LogPatternFilter } from "./areas/events.ts";
export type { HourlyFilter, IncidentExportFilter, IncidentFilter, IncidentStatsFilter } from "./areas/incidents.ts";
export type { SendOptions } from "./areas/ingest.ts";
export type { HeldFilter, MaintenanceFilter } from "./areas/maintenance.ts";
export type { DeliveryFilter } from "./areas/notifications.ts";
export type { ActionExportFilter, ActionFilter, ActionStatsFilter } from "./areas/remediation.ts";
export type { ReportRunExportFilter, ReportRunFilter } from "./areas/reporting.ts";
export type { RunbookFilter, RunbookVersionFilter } from "./areas/runbooks.ts";
export type { IncidentMessage } from "./areas/stream.ts";
export { defaultBaseUrl, defaultIngestUrl, Tocsin, type TocsinOptions, type Token } from "./client.ts";
export type * from "./generated/models.gen.ts";
export type { IngestBuffer } from "./ingest/buffer.ts";
export type { BufferOptions, BufferStats, DropReason, TelemetryEvent, WaitOptions } from "./ingest/options.ts";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type Detail,
  type ErrorFields,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  TocsinError,
  UnprocessableError,
} from "./transport/errors.ts";
export type { Page } from "./transport/paging.ts";
export type { CallOptions } from "./transport/port.ts";
export type { RawRequest } from "./transport/raw.ts";
export type { ResponseInfo, RetryInfo } from "./transport/send.ts";
export type { ConnectionState, FollowOptions } from "./transport/stream.ts";
