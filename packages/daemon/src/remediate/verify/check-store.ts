import type { Incident } from "../../model/incident.ts";
import type { AuditNote, RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionChange } from "../actions/action-store.ts";
import type { Breaker, Signals } from "./judge-effect.ts";

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
  /** Signals count after `since`. Nothing is written without a decision, or if no verification is pending. */
  check(
    scope: Scope,
    id: string,
    since: (action: RemediationAction) => number,
    decide: (facts: CheckFacts) => Checked | undefined,
    now: number,
  ): Promise<void>;
  escalations(most: number): Promise<readonly DueEscalation[]>;
  /** Removes it from the list. */
  escalated(escalation: DueEscalation): Promise<void>;
}
