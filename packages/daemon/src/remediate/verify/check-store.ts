import type { Incident } from "../../model/incident.ts";
import type { AuditNote, RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionChange } from "../actions/action-store.ts";
import type { Breaker, Signals } from "./judge-effect.ts";

/** What the database knows of a completed action, within the transaction that judges it. */
export interface CheckFacts {
  readonly action: RemediationAction;
  readonly incident: Incident;
  readonly signals: Omit<Signals, "listening">;
  /** Undefined for an action on no service. */
  readonly breaker: Breaker | undefined;
}

/** What becomes of all of them, in one transaction. */
export interface Checked {
  readonly change: ActionChange;
  /** Undefined where it stays. */
  readonly breaker: Breaker | undefined;
  /** Further entries of the audit log, about no action. */
  readonly notes: readonly AuditNote[];
  /** Whether somebody is to be given the incident. */
  readonly escalate: boolean;
}

type Named = Pick<RemediationAction, "id" | "organizationId">;

/** A breaker that opened, whose incident is to be given to somebody yet. */
export interface DueEscalation {
  readonly organizationId: string;
  /** As an action's. */
  readonly targetKey: string;
  readonly serviceName: string;
  readonly environment: string;
  readonly incidentId: string;
  readonly reason: string;
}

/** Verifications of completed actions. Every method is one transaction. */
export interface CheckStore {
  /** Of any organization, those that are due until then, the longest due first. */
  due(until: number, most: number): Promise<readonly Named[]>;
  /** `since`: from when on signals count. Nothing is written where nothing is decided, or the action isn't waiting for it. */
  check(
    scope: Scope,
    id: string,
    since: (action: RemediationAction) => number,
    decide: (facts: CheckFacts) => Checked | undefined,
    now: number,
  ): Promise<void>;
  escalations(most: number): Promise<readonly DueEscalation[]>;
  /** Takes it from the list. */
  escalated(escalation: DueEscalation): Promise<void>;
}
