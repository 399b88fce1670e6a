import type { Incident } from "../../model/incident.ts";
import type { LogLevel } from "../../model/telemetry.ts";

/**
 * What surrounds an incident: all that a diagnosis looks at, bounded in time and size, gathered once. All series lie
 * on one grid of equal steps. Times are milliseconds since 1970 UTC.
 */
export interface Picture {
  readonly incident: Incident;
  readonly grid: Grid;
  /** When somebody or a rule noticed, by event time: the event that opened the incident. The onset lies before it or there. */
  readonly noticedAt: number;
  readonly services: readonly ServiceInView[];
  /** Who calls whom among them. */
  readonly calls: readonly Call[];
  readonly patterns: readonly LogPattern[];
  readonly metrics: readonly MetricSeries[];
  readonly hops: readonly Hop[];
  readonly volumes: readonly Volume[];
  readonly changes: readonly Change[];
  /** The most similar first. */
  readonly similar: readonly PastIncident[];
  readonly probes: readonly ProbeFinding[];
  /** Published ones that name an action that Tocsin knows. */
  readonly runbooks: readonly KnownRunbook[];
  /** What was left out for its size or age, a sentence each. */
  readonly omitted: readonly string[];
}

/** `count` steps of `step` milliseconds from `start` on. */
export interface Grid {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

export interface ServiceInView {
  readonly name: string;
  /** Calls between it and the nearest service of the incident; 0: it is one of them. */
  readonly distance: number;
  readonly inCatalog: boolean;
}

export interface Call {
  readonly caller: string;
  readonly callee: string;
}

/** A kind of message of one service at one level. */
export interface LogPattern {
  /** Of one of its messages: the first within the grid that was read. */
  readonly eventId: string;
  readonly service: string;
  readonly level: LogLevel;
  /** What varies stands as a typed placeholder; secrets are masked; at most 400 characters. */
  readonly template: string;
  /** How often it came, for each step of the grid; estimated where not every message was read. */
  readonly counts: Float64Array;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Other services in view that its messages name; empty where one of them names none. Of trouble alone. */
  readonly names: readonly string[];
  /** What comes right before it in requests, the most frequent first; empty where no traces tell. */
  readonly follows: readonly Leader[];
}

/** A kind of message, named by its event, and the share of another's messages that come right after it. */
export interface Leader {
  readonly eventId: string;
  readonly share: number;
}

/** A metric of a service, of one instance where instances are told apart. */
export interface MetricSeries {
  readonly service: string;
  readonly name: string;
  /** What labels tell it apart from others of the same name, such as `pod=checkout-1`; null for none. */
  readonly instance: string | null;
  readonly unit: string;
  /** Mean of each step, of a counter its increase; NaN where nothing came. */
  readonly values: Float64Array;
  /** The last event of each step; empty where nothing came. */
  readonly eventIds: readonly string[];
}

/** How long requests take from a message of one service to their next, of another or the same; by trace ids. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  /** Median of each step in milliseconds, by when it ended; NaN where none did. */
  readonly values: Float64Array;
  /** The message that ended the longest of each step; empty where none did. */
  readonly eventIds: readonly string[];
}

/** How much a service said, for each step; counted, not estimated. */
export interface Volume {
  readonly service: string;
  readonly events: Float64Array;
  readonly logs: Float64Array;
  /** Logs of the levels error and fatal. */
  readonly errors: Float64Array;
}

/** A change that somebody made: a deployment, or an edit of the catalog. */
export interface Change {
  readonly kind: "deployment" | "catalog";
  /** The id of the deployment event; `catalog:SERVICE` of an edit. */
  readonly id: string;
  readonly service: string;
  readonly at: number;
  /** Version of a deployment, what was edited of a catalog entry. */
  readonly what: string;
  readonly environment: string;
  readonly gitHash: string | null;
  /** Other words about it, such as a commit message in the event's metadata; masked, at most 500 characters. */
  readonly note: string;
  /** Those that a deployment brought, as far as it says, in their order. */
  readonly commits: readonly Commit[];
}

export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly files: readonly string[];
  /** As `diff -u` writes it, or its beginning; empty where nothing was sent. */
  readonly diff: string;
  /** False where its end was left out. */
  readonly isDiffWhole: boolean;
  /** False where some were left out. */
  readonly hasAllFiles: boolean;
}

export interface PastIncident {
  readonly id: string;
  readonly title: string;
  readonly service: string | null;
  /** 0 to 1. */
  readonly score: number;
  readonly createdAt: number;
  readonly rootCause: string | null;
  /** Action types that completed then. */
  readonly fixedBy: readonly string[];
}

export interface ProbeFinding {
  readonly runId: string;
  readonly tool: string;
  readonly service: string | null;
  readonly failed: boolean;
  readonly summary: string;
  readonly keyPatterns: readonly string[];
  readonly at: number;
}

export interface KnownRunbook {
  readonly id: string;
  readonly title: string;
  readonly actionTags: readonly string[];
}
