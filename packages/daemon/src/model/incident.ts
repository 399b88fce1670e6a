import { DAY_MS } from "../kernel/clock.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { DiagnosisStatus } from "./diagnosis-status.ts";

/** The incident. Times are milliseconds since 1970 UTC. */
export const severities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Severity = (typeof severities)[number];

export const isMoreSevere = (severity: Severity, than: Severity): boolean =>
  severities.indexOf(severity) > severities.indexOf(than);

export const incidentStatuses = ["OPEN", "INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** Policy treats an unknown environment as production. */
export const UNKNOWN_ENVIRONMENT = "unknown";

export const signalTypes = [
  "log_error_rate",
  "log_error_burst",
  "log_fatal",
  "log_new_pattern",
  "metric_threshold",
  "metric_anomaly",
  "deployment",
  "silence",
  "manual",
] as const;
export type SignalType = (typeof signalTypes)[number];

export interface Incident {
  readonly id: string;
  readonly organizationId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly status: IncidentStatus;
  readonly affectedServices: readonly string[];
  readonly primaryService: string | null;
  readonly environment: string;
  readonly signalType: SignalType;
  /** The detection rule that opened it; null for a manual incident. */
  readonly ruleId: string | null;
  readonly triggeringEventId: string;
  readonly assigneeId: string | null;
  readonly deduplicationKey: string;
  readonly duplicateCount: number;
  readonly lastSeenAt: number;
  /** It resolves automatically after this quiet time since lastSeenAt; null for never. */
  readonly resolveAfterMs: number | null;
  readonly parentIncidentId: string | null;
  /** Incidents with the same group are related; null without one. */
  readonly groupId: string | null;
  readonly diagnosisStatus: DiagnosisStatus;
  /** Null unless its status is COMPLETED or INCONCLUSIVE. */
  readonly diagnosis: Diagnosis | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly resolvedAt: number | null;
}

/** True for resolved and closed incidents. */
export const isOver = (status: IncidentStatus): boolean => status === "RESOLVED" || status === "CLOSED";

/** A rule that asks for so long a quiet opens incidents by single events, which have no normal state to return to. */
export const EVENT_QUIET_MS = DAY_MS;

/** True if a single event opened it; a condition ends once it is normal again. */
export const isEvent = ({ resolveAfterMs }: Pick<Incident, "resolveAfterMs">): boolean =>
  resolveAfterMs !== null && resolveAfterMs >= EVENT_QUIET_MS;

/** The distinct services of an incident, the primary one first. */
export const servicesOf = ({
  primaryService,
  affectedServices,
}: Pick<Incident, "primaryService" | "affectedServices">): string[] => [
  ...new Set([...(primaryService === null ? [] : [primaryService]), ...affectedServices]),
];
