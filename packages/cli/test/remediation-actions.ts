import type { RemediationAction } from "@tocsin/sdk";
import { type Answer, incident } from "./fake-tocsin.ts";

export const given = incident();
export const plan: RemediationAction["plan"] = {
  actionType: "scale-service",
  mode: "live",
  target: { namespace: "shop", name: "checkout", replicas: 2 },
  parameters: { replicas: 4 },
  blastRadius: 2,
  rollback: "Scale back to 2 replicas.",
};
export const action = (fields: Partial<RemediationAction> = {}): RemediationAction => ({
  id: "3f2a9c1e-0000-4000-8000-000000000001",
  incidentId: given.id,
  actionType: "scale-service",
  status: "PENDING_APPROVAL",
  performedBy: "ada\u001b[2J",
  serviceName: "checkout",
  environment: "production",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  details: {
    policy: { verdict: "manual", rules: [{ rule: "production-asks", says: "manual", reason: "Production asks." }] },
  },
  error: null,
  organizationId: "acme",
  severity: "CRITICAL",
  parameters: { replicas: 4 },
  origin: "suggestion",
  mode: "live",
  plan,
  planHash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  approvalExpiresAt: "2026-11-20T09:00:00.000Z",
  verification: null,
  ...fields,
});
export const other = action({
  id: "4b1d0c2f-0000-4000-8000-000000000002",
  status: "COMPLETED",
  serviceName: "pay\u202e",
});

/** Gives these answers one after another, and the last one from then on. */
export const answersInOrder = (...answers: readonly Answer[]): Answer => {
  let next = 0;
  return (response, asked) => answers[Math.min(next++, answers.length - 1)]?.(response, asked);
};
