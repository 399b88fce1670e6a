import { KIB } from "../kernel/bytes.ts";

export const STREAM_READERS_PER_TOKEN = 10;
export const STREAM_READERS_PER_ORGANIZATION = 100;
export const STREAM_BUFFER_BYTES_MAX = 1024 * KIB;
/** A reader whose buffer stays full for this time is disconnected. */
export const STREAM_STALL_MS_MAX = 5_000;
export const STREAM_HEARTBEAT_MS = 15_000;
export const STREAM_RETRY_MS = 2000;
/** Changes kept for replay per organization: trimmed back to KEPT at TRIM_AT. */
export const STREAM_CHANGES_KEPT = 10_000;
export const STREAM_CHANGES_TRIM_AT = 12_000;
