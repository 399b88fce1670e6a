import { toIso } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { ActionChange, ActionStore } from "../actions/action-store.ts";
import { describeAction } from "../actions/describe-action.ts";
import { metadataOf } from "./policy-question.ts";
import type { Requester } from "./request-action.ts";

/** Throws `not_found`, and `invalid` for an action that doesn't wait for approval. */
export const rejectRemediation = (
  actions: Pick<ActionStore, "change">,
  rejecter: Requester,
  id: string,
  reason: string | undefined,
  now: number,
): Promise<RemediationAction> =>
  actions.change(rejecter.scope, id, (action) => rejection(rejecter, action, reason, now), now);

/** The contract wants the status by its name here, and COMPLETED alone would claim that something was done. */
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
      // What policy had said, so that the entry tells the whole.
      content: { ...decided, policy: action.details["policy"] ?? null },
    },
    timeline: [
      {
        type: "remediation_rejected",
        actor: scope.actor,
        title: `Remediation rejected: ${describeAction(action)}`,
        detail: reason === null ? "No reason was given." : `Reason: ${toSingleLine(reason)}`,
        metadata: metadataOf({ ...action, status: "REJECTED" }),
      },
    ],
  };
}
