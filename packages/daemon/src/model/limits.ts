/** Contract section 8 and our own bounds, by name. Sizes are bytes unless the name says otherwise. */
export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Queues that telemetry may be spread over in the broker. */
export const PARTITIONS_MAX = 256;

/** Defaults of the ingestion limits; each is a setting (decisions §4). */
export const BODY_BYTES_MAX = 16 * MIB;
export const INFLATED_BYTES_MAX = 32 * MIB;
export const BATCH_EVENTS_MAX = 10_000;
export const EVENT_BYTES_MAX = 256 * KIB;
/** What a lenient batch left out is kept up to so many bytes, or to the size of its body where that is larger. */
export const LEFT_OUT_BYTES_MAX = 32 * MIB;
/** Bodies being read and judged at one time, over all requests; more is answered 503. */
export const BODIES_IN_FLIGHT_BYTES_MAX = 64 * MIB;
/** A body of the core interface, also after decompression; and all of them that are being read at one time. */
export const CORE_BODY_BYTES_MAX = 1024 * KIB;
export const CORE_BODIES_IN_FLIGHT_BYTES_MAX = 32 * MIB;
export const NESTING_MAX = 32;
/** JSON values in one body: objects, arrays and what commas part. */
export const JSON_VALUES_MAX = 2_000_000;
/** How far ahead of the server a timestamp may lie. */
export const TIMESTAMP_AHEAD_MS_MAX = 24 * 60 * 60 * 1000;
/** Errors named in one answer; a batch can hold thousands. */
export const ERROR_DETAILS_MAX = 100;
export const DEFAULT_ORGANIZATION_SERVICES_MAX = 5;
export const ORGANIZATIONS_MAX = 10_000;
export const NEW_ORGANIZATIONS_PER_MINUTE = 600;
/** How long it is told of what ingestion refused. */
export const REFUSALS_KEPT_MS = 24 * 60 * 60 * 1000;
/** Of each reason: any sender can make up names of organizations. */
export const REFUSED_ORGANIZATIONS_KEPT_MAX = 1000;
export const REFUSED_SERVICES_KEPT_MAX = 5;
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;
/** Revocations that are kept: each process of the core interface has all of them in memory, some 2 MiB. */
export const TOKEN_REVOCATIONS_MAX = 10_000;
/** Of an answer of the core interface to a request with an Idempotency-Key. */
export const ANSWER_KEPT_BYTES_MAX = 256 * 1024;

/** A batch that fails so often goes to the dead letters, and blocks nobody. */
export const PROCESSING_TRIES_MAX = 5;

export const INCIDENTS_LIMIT_DEFAULT = 50;
/** Counted exactly up to here where no counter is kept; beyond it X-Total-Count is a lower bound. */
export const COUNTED_EXACTLY_MAX = 10_000;
export const WINDOWS_LIMIT_DEFAULT = 50;
export const HELD_LIMIT_DEFAULT = 50;
export const SEARCH_TERMS_MAX = 16;
export const SIMILAR_LIMIT_DEFAULT = 5;
/** How long ago a similar incident may have been created: 180 days. */
export const SIMILAR_WINDOW_MS = 180 * 24 * 60 * 60 * 1000;
/** Services that the stats of incidents name, of each sort. */
export const STATS_SERVICES_MAX = 1000;
export const TIMELINE_HOURS_DEFAULT = 24;
export const EXPORT_LIMIT_DEFAULT = 500;
export const REPORT_RUNS_LIMIT_DEFAULT = 50;
/** An export that its reader doesn't take any more of is broken off. */
export const EXPORT_STALL_MS_MAX = 60_000;
/** People whose verdict is kept, of one incident or shadow opening. */
export const FEEDBACK_MAX = 1000;
export const SHADOW_LIMIT_DEFAULT = 50;
export const SHADOW_KEPT_MS = 90 * 24 * 60 * 60 * 1000;
/** Shadow openings that are kept of a rule and day (UTC): one that says so much is wrong whatever follows. */
export const SHADOW_OPENINGS_A_DAY_MAX = 1000;
/** What a caller writes into the timeline of one incident: entries, and bytes of each one's metadata as JSON. */
export const WORKFLOW_EVENTS_MAX = 1000;
export const WORKFLOW_METADATA_BYTES_MAX = 16 * KIB;
/** What the draft of a postmortem tells of one incident. */
export const POSTMORTEM_ENTRIES_MAX = 1000;
export const POSTMORTEM_CHILDREN_MAX = 100;
export const EVENTS_LIMIT_DEFAULT = 50;
/** A page of events or dead letters ends at so many bytes of them, and holds one at least. */
export const PAGE_BYTES_MAX = 8 * MIB;

/** Connections of each interface; each is a setting. A connection that is idle takes some 10 KiB. */
export const CORE_CONNECTIONS_MAX = 2048;
export const INGEST_CONNECTIONS_MAX = 4096;

export const STREAM_READERS_PER_TOKEN = 10;
export const STREAM_READERS_PER_ORGANIZATION = 100;
export const STREAM_BUFFER_BYTES_MAX = 1024 * KIB;
/** A reader whose buffer stays full for so long is dropped. */
export const STREAM_STALL_MS_MAX = 5_000;
export const STREAM_HEARTBEAT_MS = 15_000;
export const STREAM_RETRY_MS = 2000;
/** Changes kept for replay, per organization: at least KEPT, trimmed back to it when there are TRIM_AT. */
export const STREAM_CHANGES_KEPT = 10_000;
export const STREAM_CHANGES_TRIM_AT = 12_000;

/** A resolved incident whose signal comes back so soon reopens; later it is a new one. */
export const REOPEN_WINDOW_MS = 60 * 60 * 1000;

/** Of one incident, with those of what is merged into it. */
export const AFFECTED_SERVICES_MAX = 100;

/** Of an organization; every incident that opens may be held against all of them. */
export const CORRELATION_RULES_MAX = 100;
export const DECISIONS_LIMIT_DEFAULT = 50;
export const DECISIONS_KEPT_MS = 400 * 24 * 60 * 60 * 1000;
export const RELATED_INCIDENTS_MAX = 200;

export const TEAM_MEMBERS_MAX = 1000;

/** Of one incident. */
export const COMMENTS_MAX = 10_000;
export const COMMENTS_LIMIT_DEFAULT = 200;

export const RUNBOOKS_MAX = 10_000;
export const RUNBOOKS_LIMIT_DEFAULT = 200;
/** Of one runbook. */
export const RUNBOOK_VERSIONS_MAX = 1000;
export const RUNBOOK_VERSIONS_LIMIT_DEFAULT = 50;
/** A list of runbooks shows so many bytes of their texts; the rest are without. */
export const RUNBOOK_CONTENTS_BYTES_MAX = 4 * MIB;
/** Of one incident. */
export const RUNBOOK_LINKS_MAX = 100;
/** Recommended to one incident. */
export const RUNBOOKS_RECOMMENDED_MAX = 10;

/** Runs of diagnostic tools; their outputs are kept as long as a setting says. */
export const TOOL_RUNS_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

export const ACTIONS_LIMIT_DEFAULT = 50;
/** Entries of the audit log that are answered about one action. */
export const AUDIT_ENTRIES_MAX = 1000;
/** Parameters of an action, as JSON. */
export const REMEDIATION_PARAMETERS_BYTES_MAX = 16 * KIB;
export const REMEDIATION_PARAMETERS_NESTING_MAX = 8;

/** The service catalog of an organization: its entries, and what its services call. */
export const CATALOG_ENTRIES_MAX = 10_000;
export const CATALOG_EDGES_MAX = 100_000;

/** Telemetry counts: minutes for windows of up to three days, hours for the longest window of an objective (365 days). */
export const COUNTED_MINUTES_KEPT_MS = 3 * 24 * 60 * 60 * 1000;
export const COUNTED_HOURS_KEPT_MS = 400 * 24 * 60 * 60 * 1000;
export const DEPLOYMENTS_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** The least that a process with all roles works with: app/backends/database-connections.ts. */
export const DATABASE_CONNECTIONS_MIN = 18;
export const DATABASE_CONNECTIONS_MAX = 1000;
