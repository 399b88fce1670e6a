import type { Scope } from "../../model/scope.ts";
import { type AuditPages, type AuditVerdict, verifyAudit } from "../../remediate/audit/verify-audit.ts";
import type { Routes } from "./route.ts";

export interface RemediationAuditRoutesDeps {
  readonly auditPages: AuditPages;
}

/** An extension of our own. Whoever asks while an organization's log is being checked gets the outcome of that. */
export const remediationAuditRoutes = ({ auditPages }: RemediationAuditRoutesDeps) => {
  const underWay = new Map<string, Promise<AuditVerdict>>();
  const verify = (scope: Scope): Promise<AuditVerdict> => {
    const { organizationId } = scope;
    const running = underWay.get(organizationId);
    if (running) return running;
    const check = verifyAudit(auditPages, scope).finally(() => underWay.delete(organizationId));
    underWay.set(organizationId, check);
    return check;
  };
  return {
    verifyRemediationAudit: async ({ scope }) => {
      const { organizationId, checked, headHash, broken } = await verify(scope);
      const firstBroken = broken?.id ?? null;
      return { status: 200, body: { organizationId, valid: broken === undefined, checked, headHash, firstBroken } };
    },
  } satisfies Partial<Routes>;
};
