import { MINUTE_MS } from "../../kernel/clock.ts";
import {
  ACTIONS_LIMIT_DEFAULT,
  AUDIT_ENTRIES_MAX,
  EXPORT_LIMIT_DEFAULT,
  EXPORT_STALL_MS_MAX,
} from "../../model/page-limits.ts";
import type { ActionFilter } from "../../remediate/actions/action-store.ts";
import { type Approval, approveRemediation } from "../../remediate/requests/approve-action.ts";
import { actionColumns, exportedActions } from "../../remediate/requests/export-actions.ts";
import { rejectRemediation } from "../../remediate/requests/reject-action.ts";
import { remediationAttention, remediationStats } from "../../remediate/requests/remediation-stats.ts";
import {
  type Preview,
  previewRemediation,
  type RemediationDeps,
  requestRemediation,
} from "../../remediate/requests/request-action.ts";
import { presentAction, presentAuditEntry } from "./present-action.ts";
import type { Routes } from "./route.ts";
import { sendCsv } from "./send-csv.ts";

export interface RemediationRoutesDeps {
  readonly remediation: RemediationDeps;
}

/** Contract 4.10: what is requested, approved and rejected, and what the audit log tells of it. */
export const remediationRoutes = ({ remediation }: RemediationRoutesDeps) => {
  const { actions, clock } = remediation;
  return {
    requestRemediation: async ({ caller, body }) => ({
      status: 201,
      body: presentAction(await requestRemediation(remediation, caller, body)),
    }),
    previewRemediation: async ({ scope, body }) => ({
      status: 200,
      body: presentPreview(await previewRemediation(remediation, scope, body)),
    }),
    approveRemediation: async ({ caller, path, body }) => ({
      status: 200,
      body: presentApproval(await approveRemediation(remediation, caller, path.id, body?.reason)),
    }),
    rejectRemediation: async ({ caller, path, body }) => {
      await rejectRemediation(actions, caller, path.id, body?.reason, clock.now());
      return { status: 200, body: { status: "REJECTED" } };
    },
    listRemediationActions: async ({ scope, query }) => ({
      status: 200,
      body: (await actions.list(scope, filterOf(query, ACTIONS_LIMIT_DEFAULT))).map(presentAction),
    }),
    getRemediationAction: async ({ scope, path }) => ({
      status: 200,
      body: presentAction(await actions.get(scope, path.id)),
    }),
    listRemediationAudit: async ({ scope, path }) => ({
      status: 200,
      body: (await actions.audit(scope, path.id, AUDIT_ENTRIES_MAX)).map(presentAuditEntry),
    }),
    listRemediationHistory: async ({ scope, path }) => ({
      status: 200,
      body: (await actions.history(scope, path.incidentId)).map(presentAction),
    }),
    getRemediationStats: async ({ scope, query }) => ({
      status: 200,
      body: await remediationStats(actions, scope, query.environment),
    }),
    getRemediationPriority: async ({ scope, query }) => ({
      status: 200,
      body: await remediationAttention(actions, scope, query.environment, clock.now()),
    }),
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
  } satisfies Partial<Routes>;
};

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

const presentApproval = (approval: Approval) =>
  approval.status === "POLICY_VIOLATION" ? { ...approval, violations: [...approval.violations] } : approval;

const presentPreview = ({ decision, status, violations, planned }: Preview) => ({
  verdict: decision.verdict,
  status: status ?? null,
  rules: [...decision.rules],
  environments: decision.environments.map((each) => ({ ...each })),
  violations: [...violations],
  plan: planned.plan,
  planHash: planned.planHash,
  fourEyes: decision.fourEyes,
  approvalTtlMinutes: decision.approvalTtlMs / MINUTE_MS,
});
