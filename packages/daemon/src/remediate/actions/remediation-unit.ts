import type { IncidentUnitOfWork } from "../../incident/unit-of-work.ts";
import type { Incident } from "../../model/incident.ts";
import type { ActionStatus, RemediationAction } from "../../model/remediation.ts";
import type { AuditLogRepository } from "../audit/audit-log-repository.ts";
import type { FactsOf, Situation } from "./action-store.ts";

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
