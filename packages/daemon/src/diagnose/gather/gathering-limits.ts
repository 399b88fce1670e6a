import { KIB } from "../../kernel/bytes.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";

/** Limits of gathering. The picture says what they cut off. */

export const SERVICES_MAX = 50;
/** Other services whose incidents opened this close in time. */
export const ALERTED_MAX = 20;
export const ALERTED_MS = 30 * MINUTE_MS;
/** Log patterns per service and level, and in total. */
export const PATTERNS_PER_LEVEL_MAX = 300;
export const PATTERNS_MAX = 6000;
/** Guaranteed per service and level. */
export const PATTERNS_RESERVED = 8;
/** Kept of a message to render its template. */
export const SAMPLE_CHARS_MAX = 1000;
/** Other services named by a pattern. */
export const NAMED_MAX = 8;
export const TEMPLATE_CHARS_MAX = 400;
/** Series per metric of a service, per service, and in total. */
export const SERIES_PER_METRIC_MAX = 64;
export const SERIES_PER_SERVICE_MAX = 300;
export const SERIES_MAX = 3000;
/** Traces, messages per trace, and pairs of services. */
export const TRACES_MAX = 20_000;
export const TRACE_MESSAGES_MAX = 1000;
export const HOPS_MAX = 2000;
/** Preceding patterns that are counted, and kept. */
export const LEADERS_ASKED_MAX = 50;
export const LEADERS_MAX = 8;
export const NAME_CHARS_MAX = 200;
export const INSTANCE_CHARS_MAX = 120;
/**
 * Time before the detection, so that five-minute metrics have a past; its minimum if data begins later; and time
 * after.
 */
export const BASELINE_MS = 4 * HOUR_MS;
export const BASELINE_MIN_MS = 10 * MINUTE_MS;
export const AFTER_MS = 30 * MINUTE_MS;
/** Changes matter for longer than telemetry. */
export const CHANGES_MS = 6 * HOUR_MS;
export const CHANGES_MAX = 100;
/** After the detection. */
export const LATE_CHANGES_MAX = 20;
/** Deployments of the nearest services whose events are read. */
export const NOTES_MAX = 30;
export const NOTE_CHARS_MAX = 500;
/** Commits per deployment, with files and characters of the diff of each. */
export const COMMITS_MAX = 40;
export const FILES_MAX = 50;
export const DIFF_CHARS_MAX = 4000;
export const GIT_HASH_CHARS_MAX = 64;
/** Calls from the incident's services. */
export const CALLS_FAR_MAX = 3;
/** Records per kind over all services. */
export const READ_MAX = { trouble: 6_000, warnings: 4_000, others: 9_000, metrics: 18_000 } as const;
/** Records per read, and rows scanned for it: about 10 ms on SQLite. */
export const READ_AT_ONCE_MAX = 500;
export const LOOKED_AT_ONCE_MAX = 50_000;
/** Per minute; beyond it a sample is read. */
export const READ_OF_STEP_MAX = 1_500;
/** Records collected, and patterns rendered, per step. */
export const COLLECTED_AT_ONCE_MAX = 500;
export const PATTERNS_PER_STEP = 100;
/** Services read concurrently. */
export const LANES = 2;
/** Characters parsed per step. */
export const PARSED_AT_ONCE_CHARS_MAX = 512 * KIB;
export const SIMILAR_MAX = 5;
export const TOOL_RUNS_MAX = 20;
/** Per action type. */
export const RUNBOOKS_MAX = 10;
export const SUMMARY_CHARS_MAX = 1000;
export const KEY_PATTERNS_MAX = 20;
