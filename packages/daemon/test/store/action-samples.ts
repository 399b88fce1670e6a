import { uuidv7 } from "../../src/kernel/ids.ts";
import type {
  ActionPlan,
  ActionTrigger,
  AuditEvent,
  AuditNote,
  RemediationAction,
} from "../../src/model/remediation.ts";
import type { ActionChange, FactsOf, NewAction } from "../../src/remediate/actions/action-store.ts";
import { canonicalJson, sha256 } from "../../src/remediate/audit/audit-chain.ts";
import { NOW } from "./samples.ts";

/** On the deployment that goes by the service's name. */
export const planOf = (serviceName: string | null): ActionPlan => ({
  actionType: "restart-service",
  mode: "simulate",
  target: { kind: "Deployment", name: serviceName ?? "unnamed", namespace: "shop" },
  parameters: {},
  blastRadius: 2,
  rollback: null,
});

/** One that waits for a person. */
export function action(given: Partial<RemediationAction> = {}): RemediationAction {
  const plan = given.plan ?? planOf(given.serviceName === undefined ? "checkout" : given.serviceName);
  return {
    id: uuidv7(NOW),
    organizationId: "acme",
    incidentId: uuidv7(NOW),
    actionType: "restart-service",
    status: "PENDING_APPROVAL",
    performedBy: "anna",
    serviceName: "checkout",
    environment: "staging",
    severity: "HIGH",
    parameters: {},
    origin: "person",
    suggestionId: null,
    mode: "simulate",
    plan,
    planHash: sha256(canonicalJson(plan)),
    approvalExpiresAt: given.status === "QUEUED" ? null : NOW + 3_600_000,
    expiryTold: false,
    details: {},
    error: null,
    verification: null,
    queuedAt: given.status === "QUEUED" ? NOW : null,
    finishedAt: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...given,
  };
}

export const note = (event: AuditEvent, content: AuditNote["content"] = {}): AuditNote => ({
  event,
  actor: "Anna",
  content,
});

export const newAction = (given: Partial<RemediationAction> = {}): NewAction => ({
  action: action(given),
  audit: note("requested", { actionType: given.actionType ?? "restart-service" }),
  timeline: [
    {
      type: "remediation_requested",
      actor: "Anna",
      title: "A restart was requested",
      detail: "",
      metadata: { status: given.status ?? "PENDING_APPROVAL" },
    },
  ],
});

const EVENTS = {
  approve: "approved",
  reject: "rejected",
  expire: "expired",
  execute: "executing",
  complete: "completed",
  fail: "failed",
} as const satisfies Record<ActionTrigger, AuditEvent>;

export const change = (trigger: ActionTrigger, fields: ActionChange["fields"] = {}): ActionChange => ({
  trigger,
  fields,
  audit: note(EVENTS[trigger], fields.details ?? {}),
  timeline: [],
});

export const factsOf = (given: Partial<FactsOf> = {}): FactsOf => ({
  incidentId: uuidv7(NOW),
  actionType: "restart-service",
  serviceName: "checkout",
  plan: planOf(given.serviceName === undefined ? "checkout" : given.serviceName),
  ...given,
});
