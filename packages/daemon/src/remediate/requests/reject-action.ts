import { type Clock, MINUTE_MS, toIso } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { type Scope, SYSTEM } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { ActionChange, ActionStore } from "../actions/action-store.ts";
import { describeAction } from "../actions/describe-action.ts";
import { metadataOf } from "./policy-question.ts";
import type { Requester } from "./request-action.ts";

export interface ExpiryDeps {
  readonly actions: Pick<ActionStore, "expiring" | "expiringUntold" | "change">;
  readonly clock: Clock;
}

/** A notice is sent this long before an approval expires. */
const NOTICE_BEFORE_MS = 10 * MINUTE_MS;
const AT_ONCE_MAX = 100;
/** Batches per run. */
const ROUNDS_MAX = 10;

export const hasExpired = ({ approvalExpiresAt }: RemediationAction, now: number): boolean =>
  approvalExpiresAt !== null && approvalExpiresAt <= now;

/**
 * Rejects expired approvals and announces those about to expire; returns the number of expired ones. Errors are
 * thrown at the end.
 */
export async function expireApprovals({ actions, clock }: ExpiryDeps): Promise<number> {
  const now = clock.now();
  const failures: unknown[] = [];
  const changeEach = async (find: () => Promise<Found>, decide: typeof expiryIfExpired): Promise<number> => {
    let due = 0;
    for (let round = 1, isFull = true; isFull && round <= ROUNDS_MAX; round++) {
      const found = await find();
      for (const { id, organizationId } of found) {
        const scope: Scope = { organizationId, actor: SYSTEM, permissions: [] };
        await actions
          .change(scope, id, (action) => decide(action, now), now)
          .catch((error: unknown) => failures.push(error));
      }
      due += found.length;
      // Failed ones would be found again.
      isFull = found.length === AT_ONCE_MAX && failures.length === 0;
    }
    return due;
  };
  const lapsed = await changeEach(() => actions.expiring(now, AT_ONCE_MAX), expiryIfExpired);
  await changeEach(() => actions.expiringUntold(now + NOTICE_BEFORE_MS, AT_ONCE_MAX), expiryNotice);
  if (failures.length > 0) throw failures[0];
  return lapsed;
}

type Found = Awaited<ReturnType<ActionStore["expiring"]>>;

export const expiryIfExpired = (action: RemediationAction, now: number): ActionChange | undefined =>
  action.status === "PENDING_APPROVAL" && hasExpired(action, now) ? expiry(action, now) : undefined;

const minutes = (ms: number): string => {
  const whole = Math.max(1, Math.round(ms / MINUTE_MS));
  return `${whole} minute${whole === 1 ? "" : "s"}`;
};

export function expiry(action: RemediationAction, now: number): ActionChange {
  const waited = (action.approvalExpiresAt ?? now) - action.createdAt;
  const reason = `Its approval lapsed after ${minutes(waited)}.`;
  const decided = { rejection: { by: SYSTEM, name: SYSTEM, at: toIso(now), reason } };
  return {
    trigger: "expire",
    fields: { details: decided },
    audit: { event: "expired", actor: SYSTEM, content: { ...decided, policy: action.details["policy"] ?? null } },
    timeline: [rejectedEntry(action, SYSTEM, reason, { expired: true })],
  };
}

const rejectedEntry = (action: RemediationAction, actor: string, detail: string, more: object = {}): TimelineEntry => ({
  type: "remediation_rejected",
  actor,
  title: `Remediation rejected: ${describeAction(action)}`,
  detail,
  metadata: { ...metadataOf({ ...action, status: "REJECTED" }), ...more },
});

/** Kind of the notice's timeline entry. */
export const APPROVAL_EXPIRING = "approval_expiring";

function expiryNotice(action: RemediationAction, now: number): ActionChange | undefined {
  const { status, approvalExpiresAt, expiryTold } = action;
  if (status !== "PENDING_APPROVAL" || approvalExpiresAt === null || expiryTold || approvalExpiresAt <= now) {
    return undefined;
  }
  const detail = `Nobody approved it yet; in ${minutes(approvalExpiresAt - now)} it is rejected.`;
  return {
    trigger: undefined,
    fields: { expiryTold: true },
    audit: { event: "expiry_told", actor: SYSTEM, content: { approvalExpiresAt: toIso(approvalExpiresAt) } },
    timeline: [
      {
        type: "note",
        actor: SYSTEM,
        title: `An approval lapses soon: ${describeAction(action)}`,
        detail,
        metadata: { ...metadataOf(action), eventKind: APPROVAL_EXPIRING, approvalExpiresAt: toIso(approvalExpiresAt) },
      },
    ],
  };
}

/** Throws `not_found`, and `action_not_pending`. */
export const rejectRemediation = (
  actions: Pick<ActionStore, "change">,
  rejecter: Requester,
  id: string,
  reason: string | undefined,
  now: number,
): Promise<RemediationAction> =>
  actions.change(rejecter.scope, id, (action) => rejection(rejecter, action, reason, now), now);

/** COMPLETED alone would claim that something was done. */
const inMode = ({ mode }: RemediationAction): string => (mode === "simulate" ? " in the mode simulate" : "");

function rejection(
  { scope, subject }: Requester,
  action: RemediationAction,
  given: string | undefined,
  now: number,
): ActionChange {
  if (action.status !== "PENDING_APPROVAL") {
    throw new ApplicationError(
      "action_not_pending",
      `The action is ${action.status}${inMode(action)}; only PENDING_APPROVAL actions can be rejected.`,
    );
  }
  const reason = given?.trim() || null;
  const decided = { rejection: { by: subject, name: scope.actor, at: toIso(now), reason } };
  return {
    trigger: "reject",
    fields: { details: decided },
    audit: {
      event: "rejected",
      actor: scope.actor,
      // The policy's decision at the request.
      content: { ...decided, policy: action.details["policy"] ?? null },
    },
    timeline: [
      rejectedEntry(action, scope.actor, reason === null ? "No reason was given." : `Reason: ${toSingleLine(reason)}`),
    ],
  };
}
