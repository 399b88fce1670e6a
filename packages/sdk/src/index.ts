export type * from "./areas/generated/filters.gen.ts";
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
export type { CallOptions, SendOptions } from "./transport/port.ts";
export type { RawRequest } from "./transport/raw.ts";
export type { ResponseInfo, RetryInfo } from "./transport/send.ts";
export type { ConnectionState, FollowOptions } from "./transport/stream.ts";
