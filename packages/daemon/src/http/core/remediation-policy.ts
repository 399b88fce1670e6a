import type { components } from "../../generated/interfaces.ts";
import { MINUTE_MS, toIso } from "../../kernel/clock.ts";
import type { RemediationMode } from "../../model/remediation.ts";
import { asksForFourEyes } from "../../remediate/policy/decide.ts";
import { windowState } from "../../remediate/policy/freeze-windows.ts";
import type { ActionDefinition, FreezeWindow, Guardrails, Policy, PolicyRule } from "../../remediate/policy/policy.ts";
import type { RemediationDeps } from "../../remediate/requests/request-action.ts";
import { ok } from "./answers.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface RemediationPolicyRoutesDeps {
  readonly remediation: Pick<RemediationDeps, "policy" | "mode" | "clock">;
}

/** The policy in force. */
export const remediationPolicyRoutes = ({ remediation: { policy, mode, clock } }: RemediationPolicyRoutesDeps) =>
  ({
    getRemediationPolicy: async ({ scope }) =>
      ok(presentPolicy(policy.current(), scope.organizationId, mode, clock.now())),
  }) satisfies Partial<Routes>;

/** The part that applies to the organization, without the names of others. */
function presentPolicy(
  policy: Policy,
  organizationId: string,
  mode: RemediationMode,
  now: number,
): Schemas["RemediationPolicy"] {
  const own = ({ organizations }: { readonly organizations: readonly string[] }): boolean =>
    organizations.length === 0 || organizations.includes(organizationId);
  return {
    mode,
    source: policy.source,
    version: policy.version,
    loadedAt: toIso(policy.loadedAt),
    rules: policy.rules.filter(own).map((rule) => presentRule(rule, policy, mode)),
    guardrails: presentGuardrails(policy.guardrails),
    windows: policy.windows.filter(own).map((window) => presentWindow(window, now)),
    actions: [...policy.actions.values()].map(presentDefinition),
    approvalTtlMinutes: policy.approvalTtlMs / MINUTE_MS,
    fourEyes: policy.fourEyes,
    overridePermission: policy.overridePermission,
    namespaces: policy.namespaces,
    verification: {
      settleMinutes: policy.verification.settleMs / MINUTE_MS,
      quietMinutes: policy.verification.quietMs / MINUTE_MS,
      ineffectiveInARow: policy.verification.ineffectiveInARow,
    },
  };
}

function presentRule(rule: PolicyRule, policy: Policy, mode: RemediationMode): Schemas["PolicyRule"] {
  const { organizations: _organizations, approvalTtlMs = policy.approvalTtlMs, ...shown } = rule;
  return { ...shown, fourEyes: asksForFourEyes(policy, rule, mode), approvalTtlMinutes: approvalTtlMs / MINUTE_MS };
}

const presentGuardrails = (bounds: Guardrails): Schemas["PolicyGuardrails"] => ({
  actionsPerHour: bounds.actionsPerHour ?? null,
  cooldownMinutes: bounds.cooldownMs === undefined ? null : bounds.cooldownMs / MINUTE_MS,
  concurrent: bounds.concurrent ?? null,
  concurrentPerService: bounds.concurrentPerService ?? null,
  maxReplicas: bounds.maxReplicas ?? null,
  replicasChangeFactor: bounds.replicasChangeFactor ?? null,
  blastRadius: bounds.blastRadius ?? null,
  openIncidentOnly: bounds.openIncidentOnly,
});

function presentWindow(window: FreezeWindow, now: number): Schemas["PolicyWindow"] {
  const { name, effect, reason, environments, when } = window;
  const { open, until } = windowState(window, now);
  return {
    name,
    effect,
    reason,
    environments,
    ...("cron" in when
      ? { from: null, to: null, cron: when.cron, timeZone: when.timeZone, durationMinutes: when.durationMs / MINUTE_MS }
      : { from: toIso(when.from), to: toIso(when.to), cron: null, timeZone: null, durationMinutes: null }),
    open,
    changesAt: Number.isFinite(until) ? toIso(until) : null,
  };
}

/** Without address and secret. */
const presentDefinition = ({
  type,
  description,
  webhook,
  parameters,
  rollback,
}: ActionDefinition): Schemas["PolicyAction"] => ({
  type,
  description,
  executedBy: webhook ? "webhook" : "tocsin",
  parameters: Object.entries(parameters).map(([name, parameter]) => ({
    name,
    type: parameter.type,
    required: parameter.required,
    description: parameter.description,
    values: parameter.values ?? null,
  })),
  rollback: rollback ?? null,
});
