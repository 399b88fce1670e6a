import type { Incident, IncidentStatus, Severity } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimelineEntry, TimelineEvent } from "../model/timeline-event.ts";

/** The conditions of GET /incidents; all hold together. */
export interface IncidentFilter {
  readonly status?: IncidentStatus;
  readonly severity?: Severity;
  /** Words that must all occur in the title, the description or a service. */
  readonly search?: string;
  readonly service?: string;
  readonly assigneeId?: string;
  /** True: without incidents merged into another one. */
  readonly deduplicated: boolean;
  readonly sortBy: "recency" | "severity";
  readonly limit: number;
  readonly cursor?: string;
}

export interface IncidentPage {
  readonly incidents: readonly Incident[];
  readonly cursor?: string;
  readonly total: number;
  /** False where counting stopped at a bound: there are at least `total`. */
  readonly totalIsExact: boolean;
}

/** A change of an incident: its fields and its timeline entries. */
export interface IncidentChange {
  readonly fields: Partial<Omit<Incident, "id" | "organizationId" | "createdAt">>;
  readonly timeline: readonly TimelineEntry[];
  /** True where readers of the stream get the changed incident. */
  readonly announce: boolean;
}

/** The result of opening an incident. */
export type Opened =
  | { readonly outcome: "opened"; readonly incident: Incident }
  /** Nothing is stored but the decision. */
  | { readonly outcome: "suppressed"; readonly ruleId: string; readonly decisionId: string };

/** Sees the scope's organization alone. */
export interface IncidentReader {
  list(scope: Scope, filter: IncidentFilter): Promise<IncidentPage>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<Incident>;
  /** Oldest first. Throws `not_found`. */
  timeline(scope: Scope, id: string): Promise<readonly TimelineEvent[]>;
  /** The number of unmerged incidents that are neither resolved nor closed, over all organizations; from a counter. */
  countOpen(): Promise<Readonly<Record<Severity, number>>>;
}

export interface IncidentStore extends IncidentReader {
  create(scope: Scope, incident: Incident, timeline: readonly TimelineEntry[]): Promise<Opened>;
  /**
   * Decides about the incident as it stands within the transaction, so that no two callers act on the same state.
   * Nothing is written where `decide` returns nothing. Where the change ends a parent of many children, they are ended
   * before, in transactions of their own. Throws `not_found`.
   */
  change(scope: Scope, id: string, decide: (incident: Incident) => IncidentChange | undefined): Promise<Incident>;
}
