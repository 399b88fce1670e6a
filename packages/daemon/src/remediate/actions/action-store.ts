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

/** What the database knows of an action's surroundings, within the transaction that decides. */
export interface Situation {
  readonly incident: Incident;
  readonly facts: PolicyFacts;
}

/** What facts are counted of. */
export interface FactsOf {
  readonly incidentId: string;
  readonly actionType: string;
  readonly serviceName: string | null;
  readonly plan: ActionPlan;
}

/** A row to be made, with its first entry in the audit log. Its status is PENDING_APPROVAL or QUEUED. */
export interface NewAction {
  readonly action: RemediationAction;
  readonly audit: AuditNote;
  readonly timeline: readonly TimelineEntry[];
}

/** What becomes of an action. */
export interface ActionChange {
  /** Undefined where its status stays. Without fields besides, the row stays as it is, `updatedAt` too. What the trigger leads to stands in `model/remediation.ts`. */
  readonly trigger: ActionTrigger | undefined;
  readonly fields: {
    /** Added to what is there. */
    readonly details?: Readonly<Record<string, unknown>>;
    readonly error?: string;
    readonly verification?: Verification;
    /** When the verification is due next; null for never. Milliseconds. */
    readonly verifyAt?: number | null;
    readonly expiryTold?: true;
    /** When its requests were about to leave; null where the other side then refused them. Milliseconds. */
    readonly sentAt?: number | null;
  };
  readonly audit: AuditNote;
  readonly timeline: readonly TimelineEntry[];
  /** What becomes of the incident with it, its own timeline included. */
  readonly incident?: IncidentChange | undefined;
  /** What becomes of the incident with it, unless another action changes something for it at the moment. Pure. */
  readonly incidentWhenIdle?: ((incident: Incident) => IncidentChange | undefined) | undefined;
}

export interface ActionFilter {
  /** Any text: a status that there isn't finds nothing. */
  readonly status?: string | undefined;
  /** Compared with `RemediationAction.environment`, in small letters. */
  readonly environment?: string | undefined;
  readonly limit: number;
}

export type ActionTallies = Readonly<Record<ActionStatus, number>>;

export interface TalliesByMode {
  readonly all: ActionTallies;
  /** Those of `all` that are simulated. */
  readonly simulated: ActionTallies;
}

/** Sees the scope's organization alone. */
export interface ActionReader {
  /** What `request` would decide on. Throws `not_found` for the incident. */
  situation(scope: Scope, of: FactsOf, now: number): Promise<Situation>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<RemediationAction>;
  /** The latest first. */
  list(scope: Scope, filter: ActionFilter): Promise<readonly RemediationAction[]>;
  /** `list`, page by page, as it is taken. */
  each(scope: Scope, filter: ActionFilter): AsyncIterable<RemediationAction>;
  /** The latest first, ACTION_HISTORY_MAX at most. Throws `not_found` for the incident. */
  history(scope: Scope, incidentId: string): Promise<readonly RemediationAction[]>;
  /** From a counter. */
  tallies(scope: Scope, environment: string | undefined): Promise<TalliesByMode>;
  /** Failures that ended since then, without simulated ones, counted up to FAILED_COUNTED_MAX; from an index. */
  failedSince(scope: Scope, environment: string | undefined, since: number): Promise<number>;
  /**
   * Waiting actions of any organization whose approval lapses until then, the oldest first; so many at most. For the
   * daemon's own timers, which change each of them through `change`.
   */
  expiring(until: number, most: number): Promise<readonly Pick<RemediationAction, "id" | "organizationId">[]>;
  /** As `expiring`, of those of whom nobody was told yet. */
  expiringUntold(until: number, most: number): Promise<readonly Pick<RemediationAction, "id" | "organizationId">[]>;
  /** Entries of the audit log about an action, the oldest first. Throws `not_found`. */
  audit(scope: Scope, id: string, most: number): Promise<readonly AuditEntry[]>;
  /** Hash of the newest entry of the organization's log; null where there is none. */
  auditHead(scope: Scope): Promise<string | null>;
}

/** Every method is one transaction. */
export interface ActionStore extends ActionReader {
  /**
   * Decides on what is known within the transaction; what `decide` throws is thrown, and no row is made. Requests that
   * come at the same time share a transaction. An action that is made QUEUED gets its job in it. Throws `not_found`
   * for the incident.
   */
  request(
    scope: Scope,
    of: FactsOf,
    decide: (situation: Situation) => NewAction,
    now: number,
  ): Promise<RemediationAction>;
  /**
   * Decides about the action as it stands within the transaction: of many at once, each sees what the one before made
   * of it. One that becomes QUEUED gets its job in the same transaction. Nothing is written where it decides on
   * nothing. Throws `not_found`.
   */
  change(
    scope: Scope,
    id: string,
    decide: (action: RemediationAction, situation: Situation) => ActionChange | undefined,
    now: number,
  ): Promise<RemediationAction>;
}

/** What the use cases of remediation need of one organization's data within one transaction. */
export interface RemediationUnitOfWork extends IncidentUnitOfWork {
  readonly actions: ActionRepository;
  readonly auditLog: AuditLogRepository;
}

/** An action with the columns that only storage and guardrails read. */
export interface StoredAction extends RemediationAction {
  /** Grows with every action. */
  readonly seq: number;
  /** Number of its newest entry in the audit log. */
  readonly auditSeq: number;
  readonly environmentKey: string;
  /** What guardrails count by (`targetKeyOf`). */
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
  /** Counts an action by its status; undefined for an action that is not there. */
  count(
    action: Pick<StoredAction, "environment" | "mode">,
    before: ActionStatus | undefined,
    after: ActionStatus | undefined,
  ): void;
  /** Whether another action of the incident is executing; a simulated one doesn't count. */
  hasOthersExecuting(action: StoredAction): Promise<boolean>;
  /** What policy decides on, with all that the unit of work has changed. `except` is not counted. */
  situation(incident: Incident, of: FactsOf, now: number, except?: StoredAction): Promise<Situation>;
  enqueueExecution(actionId: string, now: number): void;
}
