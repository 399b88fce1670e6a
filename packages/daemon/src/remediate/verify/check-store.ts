import type { Incident } from "../../model/incident.ts";
import type { AuditNote, RemediationAction } from "../../model/remediation.ts";
import type { ActionChange, RemediationUnitOfWork, StoredAction } from "../actions/action-store.ts";
import type { Breaker, OtherAction, Signals } from "./judge-effect.ts";

/** Read within the transaction that judges. */
export interface CheckFacts {
  readonly action: RemediationAction;
  readonly incident: Incident;
  readonly signals: Omit<Signals, "listening">;
  readonly breaker: Breaker | undefined;
}

export interface Checked {
  readonly change: ActionChange;
  readonly breaker: Breaker | undefined;
  /** Further audit entries. */
  readonly notes: readonly AuditNote[];
  /** Whether to escalate the incident. */
  readonly escalate: boolean;
}

type Named = Pick<RemediationAction, "id" | "organizationId">;

/** An opened breaker whose incident is to be escalated. */
export interface DueEscalation {
  readonly organizationId: string;
  readonly targetKey: string;
  readonly serviceName: string;
  readonly environment: string;
  readonly incidentId: string;
  readonly reason: string;
}

/** Verifications of completed actions. Every method is one transaction. */
export interface CheckStore {
  /** Across organizations, the longest due first. */
  due(until: number, most: number): Promise<readonly Named[]>;
  escalations(most: number): Promise<readonly DueEscalation[]>;
  /** Removes it from the list. */
  escalated(escalation: DueEscalation): Promise<void>;
}

/** Reads and writes of a verification within its unit of work. */
export interface VerificationRepository {
  /** Events of the services in a range. */
  received(services: readonly string[], from: number, to: number): Promise<number>;
  /** Other actions that completed on the target after this one. */
  othersSince(action: StoredAction, now: number): Promise<readonly OtherAction[]>;
  breaker(action: StoredAction): Promise<Breaker | undefined>;
  writeBreaker(action: StoredAction, breaker: Breaker, escalate: boolean, now: number): Promise<void>;
}

export interface VerificationUnitOfWork extends RemediationUnitOfWork {
  readonly verification: VerificationRepository;
}
