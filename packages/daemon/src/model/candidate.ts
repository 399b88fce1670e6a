import type { Severity, SignalType } from "./incident.ts";

/** What a detection rule found in telemetry: an incident to open, or one more sign of an open one. */
export interface Candidate {
  readonly organizationId: string;
  /** The rule's id, such as `log-error-burst`. */
  readonly ruleId: string;
  readonly signalType: SignalType;
  /** The named reason, a stable word such as `errors_above_burst_threshold`; shown in the timeline, the log and tests. */
  readonly reason: string;
  /** One line for people, at most 200 characters; may quote telemetry text, so it is hostile. */
  readonly title: string;
  /** What was measured against what, in sentences. */
  readonly description: string;
  readonly severity: Severity;
  readonly service: string;
  readonly environment: string | null;
  readonly triggeringEventId: string;
  /** Ids of the events that show it, at most 20. */
  readonly evidence: readonly string[];
  /** The same trouble gives the same key, always: made of rule, service, environment and what is wrong, never of times or counts. */
  readonly deduplicationKey: string;
  /** When it happened, in the time of the telemetry; milliseconds. */
  readonly at: number;
  /** When the server took the latest telemetry that shows it; milliseconds. */
  readonly observedAt: number;
  /** How many observations it stands for: those that were not worth an announcement of their own are counted here. */
  readonly observations: number;
  /** The incident resolves by itself when no further candidate with its key came for so long; milliseconds. */
  readonly resolveAfterMs: number;
}
