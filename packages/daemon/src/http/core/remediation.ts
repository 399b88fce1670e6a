import { MINUTE_MS } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import {
  ACTIONS_LIMIT_DEFAULT,
  AUDIT_ENTRIES_MAX,
  EXPORT_LIMIT_DEFAULT,
  EXPORT_STALL_MS_MAX,
} from "../../model/page-limits.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionFilter } from "../../remediate/actions/action-store.ts";
import { type AuditPages, type AuditVerdict, verifyAudit } from "../../remediate/audit/verify-audit.ts";
import { approveRemediation } from "../../remediate/requests/approve-action.ts";
import { actionColumns, exportedActions } from "../../remediate/requests/export-actions.ts";
import { rejectRemediation } from "../../remediate/requests/reject-action.ts";
import { remediationAttention, remediationStats } from "../../remediate/requests/remediation-stats.ts";
import {
  type Preview,
  previewRemediation,
  type RemediationDeps,
  requestRemediation,
} from "../../remediate/requests/request-action.ts";
import { created, ok } from "./answers.ts";
import type { Routes } from "./route.ts";
import { sendCsv } from "./send-csv.ts";

export interface RemediationRoutesDeps {
  readonly remediation: RemediationDeps;
  readonly auditPages: AuditPages;
}

/** Contract 4.10: requests, approvals, rejections, and the audit log. */
export const remediationRoutes = ({ remediation, auditPages }: RemediationRoutesDeps) => {
  const { actions, clock } = remediation;
  const verify = createSharedVerification(auditPages);
  return {
    requestRemediation: async ({ caller, body }) =>
      created(presentAction(await requestRemediation(remediation, caller, body))),
    previewRemediation: async ({ scope, body }) =>
      ok(presentPreview(await previewRemediation(remediation, scope, body))),
    approveRemediation: async ({ caller, path, body }) =>
      ok(await approveRemediation(remediation, caller, path.id, body?.reason)),
    rejectRemediation: async ({ caller, path, body }) => {
      await rejectRemediation(actions, caller, path.id, body?.reason, clock.now());
      return ok({ status: "REJECTED" });
    },
    listRemediationActions: async ({ scope, query }) =>
      ok((await actions.list(scope, filterOf(query, ACTIONS_LIMIT_DEFAULT))).map(presentAction)),
    getRemediationAction: async ({ scope, path }) => ok(presentAction(await actions.get(scope, path.id))),
    listRemediationAudit: async ({ scope, path }) =>
      ok((await actions.audit(scope, path.id, AUDIT_ENTRIES_MAX)).map((entry) => formatTimes(entry, "at"))),
    listRemediationHistory: async ({ scope, path }) =>
      ok((await actions.history(scope, path.incidentId)).map(presentAction)),
    getRemediationStats: async ({ scope, query }) => ok(await remediationStats(actions, scope, query.environment)),
    getRemediationPriority: async ({ scope, query }) =>
      ok(await remediationAttention(actions, scope, query.environment, clock.now())),
    exportRemediationActions: async ({ scope, query, response }) => {
      const head = await actions.auditHead(scope);
      await sendCsv(response, {
        name: "remediation-audit-export.csv",
        columns: actionColumns,
        rows: exportedActions(actions.each(scope, filterOf(query, EXPORT_LIMIT_DEFAULT))),
        // An empty log has no newest entry.
        headers: head === null ? {} : { "x-tocsin-audit-head": head },
        stallMsMax: EXPORT_STALL_MS_MAX,
      });
      return null;
    },
    verifyRemediationAudit: async ({ scope }) => {
      const { organizationId, checked, headHash, broken } = await verify(scope);
      return ok({ organizationId, valid: broken === undefined, checked, headHash, firstBroken: broken?.id ?? null });
    },
  } satisfies Partial<Routes>;
};

/** Callers who ask while the log of their organization is being verified share the result. */
function createSharedVerification(auditPages: AuditPages): (scope: Scope) => Promise<AuditVerdict> {
  const running = new Map<string, Promise<AuditVerdict>>();
  return (scope) => {
    const { organizationId } = scope;
    const verification =
      running.get(organizationId) ?? verifyAudit(auditPages, scope).finally(() => running.delete(organizationId));
    running.set(organizationId, verification);
    return verification;
  };
}

interface ListQuery {
  readonly status?: string;
  readonly environment?: string;
  readonly limit?: number;
}

const filterOf = ({ status, environment, limit }: ListQuery, limitDefault: number): ActionFilter => ({
  status,
  environment,
  limit: limit ?? limitDefault,
});

/** A row of the audit log with our extensions. */
const presentAction = (action: RemediationAction) => {
  const { suggestionId: _suggestion, expiryTold: _told, queuedAt: _queued, finishedAt: _finished, ...row } = action;
  const verification = row.verification && formatTimes(row.verification, "checkedAt");
  return { ...formatTimes(row, "createdAt", "updatedAt", "approvalExpiresAt"), verification };
};

const presentPreview = ({ decision, status, violations, planned }: Preview) => ({
  verdict: decision.verdict,
  status: status ?? null,
  rules: decision.rules,
  environments: decision.environments,
  violations,
  plan: planned.plan,
  planHash: planned.planHash,
  fourEyes: decision.fourEyes,
  approvalTtlMinutes: decision.approvalTtlMs / MINUTE_MS,
});
