import type { IncidentChange } from "../../incident/store.ts";
import type { IncidentUnitOfWork } from "../../incident/unit-of-work.ts";
import type { Incident } from "../../model/incident.ts";
import type {
  ActionPlan,
  ActionStatus,
  ActionTrigger,
  AuditEntry,
  AuditNote,
  RemediationAction,
  Verification,
} from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { AuditLogRepository } from "../audit/audit-log-repository.ts";
import type { PolicyFacts } from "../policy/policy.ts";

export interface Situation {
  readonly incident: Incident;
  readonly facts: PolicyFacts;
}

export interface FactsOf {
  readonly incidentId: string;
  readonly actionType: string;
  readonly serviceName: string | null;
  readonly plan: ActionPlan;
}

/** With the first audit entry. The status is PENDING_APPROVAL or QUEUED. */
export interface NewAction {
  readonly action: RemediationAction;
  readonly audit: AuditNote;
  readonly timeline: readonly TimelineEntry[];
}

export interface ActionChange {
  /** Undefined if the status stays. Without fields, the row stays unchanged. Transitions: `model/remediation.ts`. */
  readonly trigger: ActionTrigger | undefined;
  readonly fields: {
    /** Merged into the stored details. */
    readonly details?: Readonly<Record<string, unknown>>;
    readonly error?: string;
    readonly verification?: Verification;
    /** The next verification in milliseconds; null for none. */
    readonly verifyAt?: number | null;
    readonly expiryTold?: true;
    /** Recorded before the request is sent; null if the receiver refused it. Milliseconds. */
    readonly sentAt?: number | null;
  };
  readonly audit: AuditNote;
  readonly timeline: readonly TimelineEntry[];
  /** Change of the incident with its own timeline. */
  readonly incident?: IncidentChange | undefined;
  /** Like `incident`, but only if no other action is executing for it. Pure. */
  readonly incidentWhenIdle?: ((incident: Incident) => IncidentChange | undefined) | undefined;
}

export interface ActionFilter {
  /** Unknown values match nothing. */
  readonly status?: string | undefined;
  /** Compared in lower case. */
  readonly environment?: string | undefined;
  readonly limit: number;
}

export type ActionTallies = Readonly<Record<ActionStatus, number>>;

export interface TalliesByMode {
  readonly all: ActionTallies;
  /** The simulated part of `all`. */
  readonly simulated: ActionTallies;
}

export interface ActionReader {
  /** The facts that `request` would decide on. Throws `not_found` for the incident. */
  situation(scope: Scope, of: FactsOf, now: number): Promise<Situation>;
  get(scope: Scope, id: string): Promise<RemediationAction>;
  list(scope: Scope, filter: ActionFilter): Promise<readonly RemediationAction[]>;
  /** `list`, page by page. */
  each(scope: Scope, filter: ActionFilter): AsyncIterable<RemediationAction>;
  /** The latest first, at most ACTION_HISTORY_MAX. Throws `not_found` for the incident. */
  history(scope: Scope, incidentId: string): Promise<readonly RemediationAction[]>;
  /** Read from counters. */
  tallies(scope: Scope, environment: string | undefined): Promise<TalliesByMode>;
  /** Live failures that ended since then, counted up to FAILED_COUNTED_MAX. */
  failedSince(scope: Scope, environment: string | undefined, since: number): Promise<number>;
  /** Pending actions of all organizations whose approval expires until then, the oldest first. */
  expiring(until: number, most: number): Promise<readonly Pick<RemediationAction, "id" | "organizationId">[]>;
  /** Those of `expiring` without a notice. */
  expiringUntold(until: number, most: number): Promise<readonly Pick<RemediationAction, "id" | "organizationId">[]>;
  /** Audit entries of an action, the oldest first. Throws `not_found`. */
  audit(scope: Scope, id: string, most: number): Promise<readonly AuditEntry[]>;
  /** Hash of the newest audit entry; null for an empty log. */
  auditHead(scope: Scope): Promise<string | null>;
}

export interface ActionStore extends ActionReader {
  /**
   * `decide` runs within the transaction, which simultaneous requests share; what it throws is thrown. Throws
   * `not_found` for the incident.
   */
  request(
    scope: Scope,
    of: FactsOf,
    decide: (situation: Situation) => NewAction,
    now: number,
  ): Promise<RemediationAction>;
  /** `decide` runs within the transaction. Nothing is written if it returns undefined. Throws `not_found`. */
  change(
    scope: Scope,
    id: string,
    decide: (action: RemediationAction, situation: Situation) => ActionChange | undefined,
    now: number,
  ): Promise<RemediationAction>;
}

/** Repositories of one organization within one transaction. */
export interface RemediationUnitOfWork extends IncidentUnitOfWork {
  readonly actions: ActionRepository;
  readonly auditLog: AuditLogRepository;
}

export interface StoredAction extends RemediationAction {
  /** Increases with every action. */
  readonly seq: number;
  /** Number of its newest audit entry. */
  readonly auditSeq: number;
  readonly environmentKey: string;
  /** Guardrails count by it (`targetKeyOf`). */
  readonly targetKey: string;
  readonly sentAt: number | null;
  readonly verifyAt: number | null;
}

export interface ActionRepository {
  find(id: string): Promise<StoredAction | undefined>;
  insert(actions: readonly StoredAction[]): Promise<void>;
  /** Deletes finished actions whose last change and verification are over, the oldest first. Returns their ids. */
  deleteFinished(before: number, most: number): Promise<readonly string[]>;
  /** Throws where the stored action is not as `before` says. */
  update(before: StoredAction, next: StoredAction): Promise<void>;
  /** Updates the counters; undefined for no status. */
  count(
    action: Pick<StoredAction, "environment" | "mode">,
    before: ActionStatus | undefined,
    after: ActionStatus | undefined,
  ): void;
  /** Simulated actions don't count. */
  hasOthersExecuting(action: StoredAction): Promise<boolean>;
  /** Facts for the policy, with the changes of the unit of work. `except` is not counted. */
  situation(incident: Incident, of: FactsOf, now: number, except?: StoredAction): Promise<Situation>;
  enqueueExecution(actionId: string, now: number): void;
}
