import type { ConditionLevel } from "./condition-level.ts";
import type { Severity, SignalType } from "./incident.ts";

/** A detected condition, which opens an incident or is counted on an open one. */
export interface Candidate {
  readonly organizationId: string;
  /** The rule's id, such as `log-error-burst`. */
  readonly ruleId: string;
  readonly signalType: SignalType;
  /** A stable reason such as `errors_above_burst_threshold`; shown in the timeline and the log. */
  readonly reason: string;
  /** One line of at most 200 characters; it may quote telemetry, so it is untrusted. */
  readonly title: string;
  /** The measurement and the threshold, in sentences. */
  readonly description: string;
  readonly severity: Severity;
  /** Undefined for conditions that no verdict makes normal, such as the limits of a rule. */
  readonly level?: ConditionLevel | undefined;
  readonly service: string;
  readonly environment: string | null;
  readonly triggeringEventId: string;
  /** Ids of at most 20 events that show the condition. */
  readonly evidence: readonly string[];
  /** Equal for equal conditions: made of rule, service, environment and symptom, never of times or counts. */
  readonly deduplicationKey: string;
  /** When the condition began, by the time of the telemetry; milliseconds. */
  readonly at: number;
  /** When the server accepted the latest telemetry that shows it; milliseconds. */
  readonly observedAt: number;
  /** The number of observations, including those that were not announced. */
  readonly observations: number;
  /** The incident resolves automatically when no candidate with this key follows for this time; milliseconds. */
  readonly resolveAfterMs: number;
}
