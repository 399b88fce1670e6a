import { MIB } from "../kernel/bytes.ts";

export const INCIDENTS_LIMIT_DEFAULT = 50;
/** Lists without a stored counter count up to here; beyond it X-Total-Count is a lower bound. */
export const COUNTED_EXACTLY_MAX = 10_000;
export const WINDOWS_LIMIT_DEFAULT = 50;
export const HELD_LIMIT_DEFAULT = 50;
export const SEARCH_TERMS_MAX = 16;
export const SIMILAR_LIMIT_DEFAULT = 5;
/** Services in each list of the incident statistics. */
export const STATS_SERVICES_MAX = 1000;
export const TIMELINE_HOURS_DEFAULT = 24;
export const EXPORT_LIMIT_DEFAULT = 500;
export const REPORT_RUNS_LIMIT_DEFAULT = 50;
/** An export ends when its reader takes nothing for this time. */
export const EXPORT_STALL_MS_MAX = 60_000;
export const SHADOW_LIMIT_DEFAULT = 50;
export const EVENTS_LIMIT_DEFAULT = 50;
/** A page of events or dead letters ends at this size, and holds at least one. */
export const PAGE_BYTES_MAX = 8 * MIB;
export const DECISIONS_LIMIT_DEFAULT = 50;
export const COMMENTS_LIMIT_DEFAULT = 200;
export const RUNBOOKS_LIMIT_DEFAULT = 200;
export const RUNBOOK_VERSIONS_LIMIT_DEFAULT = 50;
/** A list of runbooks includes their texts up to this size. */
export const RUNBOOK_CONTENTS_BYTES_MAX = 4 * MIB;
export const ACTIONS_LIMIT_DEFAULT = 50;
/** Entries of the audit log in the answer about one action. */
export const AUDIT_ENTRIES_MAX = 1000;
