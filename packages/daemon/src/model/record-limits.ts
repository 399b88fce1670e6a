import { KIB } from "../kernel/bytes.ts";
import { DAY_MS } from "../kernel/clock.ts";

/** Similar incidents are at most this old. */
export const SIMILAR_WINDOW_MS = 180 * DAY_MS;
/** Verdicts about one incident or shadow opening. */
export const FEEDBACK_MAX = 1000;
export const SHADOW_KEPT_MS = 90 * DAY_MS;
/** Shadow openings of one rule and day (UTC): a rule that exceeds this is wrong whatever follows. */
export const SHADOW_OPENINGS_A_DAY_MAX = 1000;
/** Timeline entries that callers add to one incident, and the JSON size of the metadata of one. */
export const WORKFLOW_EVENTS_MAX = 1000;
export const WORKFLOW_METADATA_BYTES_MAX = 16 * KIB;
/** Entries and merged incidents in the draft of one postmortem. */
export const POSTMORTEM_ENTRIES_MAX = 1000;
export const POSTMORTEM_CHILDREN_MAX = 100;
/** A resolved incident reopens when its signal returns within this time; after it, a new incident opens. */
export const REOPEN_WINDOW_MS = 60 * 60 * 1000;
/** Limit of one incident, including those of merged incidents. */
export const AFFECTED_SERVICES_MAX = 500;
/** Limit of one organization; each incident that opens is compared with all of them. */
export const CORRELATION_RULES_MAX = 100;
export const DECISIONS_KEPT_MS = 400 * DAY_MS;
export const RELATED_INCIDENTS_MAX = 200;
export const TEAM_MEMBERS_MAX = 1000;
/** Limit of one incident. */
export const COMMENTS_MAX = 10_000;
export const RUNBOOKS_MAX = 10_000;
/** Limit of one runbook. */
export const RUNBOOK_VERSIONS_MAX = 1000;
/** Limit of one incident. */
export const RUNBOOK_LINKS_MAX = 100;
/** Recommended for one incident. */
export const RUNBOOKS_RECOMMENDED_MAX = 10;
/** Runs of diagnostic tools; a setting bounds the age of their outputs. */
export const TOOL_RUNS_KEPT_MS = 400 * DAY_MS;
/** Parameters of an action, as JSON. */
export const REMEDIATION_PARAMETERS_BYTES_MAX = 16 * KIB;
export const REMEDIATION_PARAMETERS_NESTING_MAX = 8;
/** Services in the catalog of one organization, and calls between them. */
export const CATALOG_ENTRIES_MAX = 10_000;
export const CATALOG_EDGES_MAX = 100_000;
/** Maintenance windows of one organization that are not over. */
export const WINDOWS_NOT_OVER_MAX = 1000;
/** Services of one organization with a sensitivity of their own. The worker reads them with every delivery. */
export const SERVICE_SENSITIVITIES_MAX = 500;
export const ESCALATION_STEPS_MAX = 500;
/** Reasons of failure that the metrics of an incident name. */
export const FAILURE_PATTERNS_MAX = 20;
export const CHANNELS_MAX = 20;
/** Deliveries that wait for one channel; of more, the oldest are given up. */
export const CHANNEL_WAITING_MAX = 20_000;
/** Deliveries in one message. */
export const BUNDLE_MAX = 50;
export const DELIVERED_KEPT_MS = 7 * DAY_MS;
export const DEAD_KEPT_MS = 90 * DAY_MS;
/** Since a ticket was last written to. */
export const TICKET_KEPT_MS = 400 * DAY_MS;
/** Deliveries of a channel are counted up to here. */
export const DELIVERIES_COUNTED_MAX = 10_000;
/** Actions are counted up to here: a guardrail's bound above it would never be met. */
export const FACTS_COUNTED_MAX = 1000;
export const FAILED_COUNTED_MAX = 10_000;
/** Actions of one incident that are listed. */
export const ACTION_HISTORY_MAX = 1000;
/** Runs of reports of one organization that wait or are under way. */
export const REPORT_RUNS_OPEN_MAX = 20;
/** Actions in each list of a report. */
export const REPORTED_ACTIONS_MAX = 20;
