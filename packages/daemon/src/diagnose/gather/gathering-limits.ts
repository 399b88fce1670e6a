import { KIB } from "../../kernel/bytes.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";

/** Every bound of what is gathered around an incident. What passes one is left out, and the picture says so. */

/** Services in view, the nearest first. */
export const SERVICES_MAX = 50;
/** Services whose incidents opened so long before or after, which may be connected with those in view. */
export const ALARMED_MAX = 20;
export const ALARMED_MS = 30 * MINUTE_MS;
/** Kinds of messages: of one service and level, and in all. */
export const PATTERNS_PER_LEVEL_MAX = 300;
export const PATTERNS_MAX = 6000;
/** So many have room for each service and level even where there are too many in all. */
export const PATTERNS_RESERVED = 8;
/** What is kept of a message to show its template. */
export const SAMPLE_CHARS_MAX = 1000;
/** Other services that the messages of a kind name. */
export const NAMED_MAX = 8;
export const TEMPLATE_CHARS_MAX = 400;
/** Series: of one metric of a service, of one service, and in all. */
export const SERIES_PER_METRIC_MAX = 64;
export const SERIES_PER_SERVICE_MAX = 300;
export const SERIES_MAX = 3000;
/** Requests that are followed, messages of one, and pairs of services that they go between. */
export const TRACES_MAX = 20_000;
export const TRACE_MESSAGES_MAX = 1000;
export const HOPS_MAX = 2000;
/** Other kinds of messages before one kind in requests: so many are counted, and so many of them, the most frequent, kept. */
export const LEADERS_ASKED_MAX = 50;
export const LEADERS_MAX = 8;
export const NAME_CHARS_MAX = 200;
export const INSTANCE_CHARS_MAX = 120;
/**
 * Before somebody noticed: how much is looked at, so that a metric of every five minutes has a past, too; and at
 * least, where nothing was heard earlier; and after it.
 */
export const BASELINE_MS = 4 * HOUR_MS;
export const BASELINE_MIN_MS = 10 * MINUTE_MS;
export const AFTER_MS = 30 * MINUTE_MS;
/** Changes matter for longer than what they change is looked at. */
export const CHANGES_MS = 6 * HOUR_MS;
export const CHANGES_MAX = 100;
/** Those after somebody noticed. */
export const LATE_CHANGES_MAX = 20;
/** Of so many deployments, those of the nearest services, the event is read for its note and its commits. */
export const NOTES_MAX = 30;
export const NOTE_CHARS_MAX = 500;
/** Of what a deployment says of its commits: the last so many, and of each so many files and characters of its diff. */
export const COMMITS_MAX = 40;
export const FILES_MAX = 50;
export const DIFF_CHARS_MAX = 4000;
export const GIT_HASH_CHARS_MAX = 64;
/** Calls from the incident's services to the farthest one in view. */
export const CALLS_FAR_MAX = 3;
/** Records read of each sort, over all services. */
export const READ_MAX = { trouble: 6_000, warnings: 4_000, others: 9_000, metrics: 18_000 } as const;
/** Read in one turn; and so many are looked at for it, which takes SQLite some ten milliseconds. */
export const READ_AT_ONCE_MAX = 500;
export const LOOKED_AT_ONCE_MAX = 50_000;
/** Of what is read whole, in one minute; of more a sample is read. */
export const READ_OF_STEP_MAX = 1_500;
/** Records that are sorted into patterns and series, and patterns that are shown, in one turn. */
export const COLLECTED_AT_ONCE_MAX = 500;
export const PATTERNS_IN_TURN = 100;
/** Services read at one time: one is taken in while the database looks for another. */
export const LANES = 2;
/** Characters of records that are parsed in one turn. */
export const PARSED_AT_ONCE_CHARS_MAX = 512 * KIB;
export const SIMILAR_MAX = 5;
export const TOOL_RUNS_MAX = 20;
/** For each action type. */
export const RUNBOOKS_MAX = 10;
export const SUMMARY_CHARS_MAX = 1000;
export const KEY_PATTERNS_MAX = 20;
