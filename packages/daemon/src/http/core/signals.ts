import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { type ChangeRiskDeps, readChangeRisk } from "../../signal/change-risk.ts";
import { type DeploymentRiskDeps, readDeploymentRisk } from "../../signal/deployment-risk.ts";
import { type EscalateDeps, escalate } from "../../signal/escalate.ts";
import { readEscalationPlan } from "../../signal/escalation-plan.ts";
import { type PreventiveDeps, readPreventive } from "../../signal/preventive.ts";
import { type PriorityDeps, readPriority } from "../../signal/priority.ts";
import { ok } from "./answers.ts";
import type { Routes } from "./route.ts";

export type SignalRoutesDeps = EscalateDeps &
  ChangeRiskDeps &
  PriorityDeps &
  PreventiveDeps &
  DeploymentRiskDeps & { readonly clock: Clock };

/** Contract 4.2: figures about an incident from the service graph, the team, telemetry and deployments. */
export const signalRoutes = ({ clock, ...deps }: SignalRoutesDeps) =>
  ({
    getEscalationPlan: async ({ scope, path }) => {
      const plan = await readEscalationPlan(deps, scope, path.id, clock.now());
      const timeToAcknowledge = formatTimes(plan.timeToAcknowledge, "dueAt");
      return ok({ ...plan, timeToAcknowledge, timeToEscalate: formatTimes(plan.timeToEscalate, "dueAt") });
    },
    escalateIncident: async ({ scope, path, body }) =>
      ok(await escalate(deps, scope, path.id, body?.targetId, clock.now())),
    getChangeRisk: async ({ scope, path }) => ok(await readChangeRisk(deps, scope, path.id)),
    getPrioritySignal: async ({ scope, path }) => ok(await readPriority(deps, scope, path.id, clock.now())),
    getPreventiveSignal: async ({ scope, path }) => ok(await readPreventive(deps, scope, path.id, clock.now())),
    getDeploymentRisk: async ({ scope, path }) =>
      ok(formatTimes(await readDeploymentRisk(deps, scope, path.id, clock.now()), "latestDeploymentAt")),
  }) satisfies Partial<Routes>;
