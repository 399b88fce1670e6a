import type { Incident } from "../../model/incident.ts";
import type { LogLevel } from "../../model/telemetry.ts";

/** The bounded surroundings of an incident on one grid of steps. Times are milliseconds since 1970 UTC. */
export interface Picture {
  readonly incident: Incident;
  readonly grid: Grid;
  /** Event time of the triggering event. The onset is not later. */
  readonly noticedAt: number;
  readonly services: readonly ServiceInView[];
  /** Among these services. */
  readonly calls: readonly Call[];
  readonly patterns: readonly LogPattern[];
  readonly metrics: readonly MetricSeries[];
  readonly hops: readonly Hop[];
  readonly volumes: readonly Volume[];
  readonly changes: readonly Change[];
  readonly similar: readonly PastIncident[];
  readonly probes: readonly ProbeFinding[];
  /** Published ones with a known action. */
  readonly runbooks: readonly KnownRunbook[];
  readonly omitted: readonly string[];
}

/** `count` steps of `step` milliseconds. */
export interface Grid {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

export interface ServiceInView {
  readonly name: string;
  /** Calls from the nearest service of the incident; 0 for its own. */
  readonly distance: number;
  readonly inCatalog: boolean;
}

export interface Call {
  readonly caller: string;
  readonly callee: string;
}

export interface LogPattern {
  /** The first event in the grid. */
  readonly eventId: string;
  readonly service: string;
  readonly level: LogLevel;
  /** With typed placeholders, redacted, at most 400 characters. */
  readonly template: string;
  /** Per step; estimated if sampled. */
  readonly counts: Float64Array;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Services that every message names. Error messages only. */
  readonly names: readonly string[];
  /** Preceding patterns in requests, the most frequent first; empty without traces. */
  readonly follows: readonly Leader[];
}

/** A preceding pattern, and its share. */
export interface Leader {
  readonly eventId: string;
  readonly share: number;
}

/** One instance of a metric, if instances are distinguished. */
export interface MetricSeries {
  readonly service: string;
  readonly name: string;
  /** Distinguishing labels, such as `pod=checkout-1`; null for none. */
  readonly instance: string | null;
  readonly unit: string;
  /** Means per step, or increases of a counter; NaN for none. */
  readonly values: Float64Array;
  /** The last event per step; empty for none. */
  readonly eventIds: readonly string[];
}

/** Time between consecutive messages of two services in a request, by trace id. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  /** Medians per step in milliseconds, by the end; NaN for none. */
  readonly values: Float64Array;
  /** The end of the longest per step; empty for none. */
  readonly eventIds: readonly string[];
}

export interface Volume {
  readonly service: string;
  readonly events: Float64Array;
  readonly logs: Float64Array;
  /** Levels error and fatal. */
  readonly errors: Float64Array;
}

/** A deployment, or an edit of the catalog. */
export interface Change {
  readonly kind: "deployment" | "catalog";
  /** The deployment event, or `catalog:SERVICE`. */
  readonly id: string;
  readonly service: string;
  readonly at: number;
  /** Version, or the edited part of the catalog entry. */
  readonly what: string;
  readonly environment: string;
  readonly gitHash: string | null;
  /** Further metadata such as a commit message; redacted, at most 500 characters. */
  readonly note: string;
  /** In the order of the deployment. */
  readonly commits: readonly Commit[];
}

export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly files: readonly string[];
  /** As `diff -u`, possibly truncated; empty if none was sent. */
  readonly diff: string;
  /** False if truncated. */
  readonly isDiffWhole: boolean;
  /** False if truncated. */
  readonly hasAllFiles: boolean;
}

export interface PastIncident {
  readonly id: string;
  readonly title: string;
  readonly service: string | null;
  /** From 0 to 1. */
  readonly score: number;
  readonly createdAt: number;
  readonly rootCause: string | null;
  /** Completed action types. */
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
