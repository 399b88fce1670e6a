import { toIso } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { canBeSamePerson } from "../../model/spoofed-name.ts";
import type { ActionChange, Situation } from "../actions/action-store.ts";
import { auditOnly } from "../actions/apply-action.ts";
import { describeAction } from "../actions/describe-action.ts";
import { differencesOf, type Planned, recomputePlan } from "../actions/remediation-plan.ts";
import { canBeOverridden, decide } from "../policy/decide.ts";
import type { Policy, PolicyDecision } from "../policy/policy.ts";
import { briefOf, metadataOf, questionOf } from "./policy-question.ts";
import { expiry, expiryIfExpired, hasExpired } from "./reject-action.ts";
import type { RemediationDeps, Requester } from "./request-action.ts";

export type Approval =
  | Pick<RemediationAction, "status" | "mode">
  | { readonly status: "POLICY_VIOLATION"; readonly violations: readonly string[]; readonly detail: string };

interface Judgement {
  readonly change: ActionChange | undefined;
  readonly violation?: Extract<Approval, { status: "POLICY_VIOLATION" }>;
}

/**
 * Approves an action: plans it again, compares the plans, and asks policy again within the transaction. Throws
 * `not_found`, `forbidden`, `conflict` for a changed plan, `unavailable`.
 */
export async function approveRemediation(
  deps: RemediationDeps,
  approver: Requester,
  id: string,
  reason: string | undefined,
): Promise<Approval> {
  const { actions, policy, clock } = deps;
  const seen = await actions.get(approver.scope, id);
  const { mode } = seen;
  if (seen.status !== "PENDING_APPROVAL") return { status: seen.status, mode };
  if (hasExpired(seen, clock.now())) {
    const at = clock.now();
    const { status } = await actions.change(approver.scope, id, (action) => expiryIfExpired(action, at), at);
    return { status, mode };
  }
  const planned = await recomputePlan(deps, seen);
  const now = clock.now();
  let judged: Judgement = { change: undefined };
  const action = await actions.change(
    approver.scope,
    id,
    (current, situation) => {
      judged = judgeApproval(policy.current(), approver, current, planned, situation, reason, now);
      return judged.change;
    },
    now,
  );
  return judged.violation ?? { status: action.status, mode };
}

/** Pure. Throws `forbidden` and `conflict`. */
export function judgeApproval(
  policy: Policy,
  approver: Requester,
  action: RemediationAction,
  planned: Planned,
  { facts }: Situation,
  given: string | undefined,
  now: number,
): Judgement {
  if (action.status !== "PENDING_APPROVAL") return { change: undefined };
  if (hasExpired(action, now)) return { change: expiry(action, now) };
  const decision = decide(policy, questionOf(action.organizationId, action, planned), facts, "approval", now);
  if (decision.fourEyes && canBeSamePerson(action.performedBy, approver.subject)) {
    throw new ApplicationError(
      "self_approval",
      "You requested this action, and the policy requires approval by somebody else.",
    );
  }
  requireSamePlan(action, planned);
  // An empty reason is none.
  const reason = given?.trim() || null;
  const blocked = decision.violations.length > 0;
  if (blocked && !(reason !== null && canBeOverridden(decision))) {
    return { change: refusal(approver, decision, reason), violation: violationOf(decision) };
  }
  if (blocked && !approver.scope.permissions.includes(decision.overridePermission)) {
    throw new ApplicationError(
      "override_permission_missing",
      `Overriding ${decision.blockedBy.join(", ")} needs the permission ${decision.overridePermission}. The action still waits. Ask somebody who has the permission.`,
    );
  }
  return { change: approval(approver, action, decision, reason, now) };
}

function requireSamePlan(action: RemediationAction, planned: Planned): void {
  const isSame = planned.planHash === action.planHash;
  if (planned.refused === undefined && isSame) return;
  const differences = isSame ? [] : differencesOf(action.plan, planned.plan).map((each) => toSingleLine(each));
  const what = planned.refused ?? `${differences.join("; ")}.`;
  throw new ApplicationError(
    "plan_changed",
    `The action is not what was planned any more: ${what} Nothing was queued. Reject the action and request it again.`,
    { details: differences.map((message) => ({ path: "/plan", message })) },
  );
}

const violationOf = (decision: PolicyDecision): Extract<Approval, { status: "POLICY_VIOLATION" }> => ({
  status: "POLICY_VIOLATION",
  violations: decision.violations,
  detail: canBeOverridden(decision)
    ? "The action still waits. Approve it with a reason to override what blocks it; the reason is recorded."
    : "The action still waits. The policy denies it, and no reason overrides that: the policy has to be changed.",
});

function refusal({ scope, subject }: Requester, decision: PolicyDecision, reason: string | null): ActionChange {
  const { violations, blockedBy: guardrails } = decision;
  const content = { by: subject, reason, violations, guardrails, policy: briefOf(decision) };
  return auditOnly({ event: "approval_blocked", actor: scope.actor, content });
}

function approval(
  { scope, subject }: Requester,
  action: RemediationAction,
  decision: PolicyDecision,
  reason: string | null,
  now: number,
): ActionChange {
  const { violations, blockedBy } = decision;
  const override = violations.length > 0 ? { reason, violations, guardrails: blockedBy } : undefined;
  const decided = {
    approval: { by: subject, name: scope.actor, at: toIso(now), reason },
    ...(override ? { override } : {}),
  };
  const overridden = override ? `It overrides ${blockedBy.join(", ")}. ` : "";
  return {
    trigger: "approve",
    fields: { details: decided },
    audit: {
      event: "approved",
      actor: scope.actor,
      content: { ...decided, planHash: action.planHash, policy: briefOf(decision) },
    },
    timeline: [
      {
        type: "remediation_approved",
        actor: scope.actor,
        title: `Remediation approved: ${describeAction(action)}`,
        detail: `${overridden}${reason === null ? "No reason was given." : `Reason: ${toSingleLine(reason)}`}`,
        metadata: {
          ...metadataOf({ ...action, status: "QUEUED" }, decision),
          ...(override ? { overridden: blockedBy } : {}),
        },
      },
    ],
  };
}
