import { type Clock, toIso } from "../../kernel/clock.ts";
import { type ChangeRiskDeps, readChangeRisk } from "../../signal/change-risk.ts";
import { type EscalateDeps, escalate } from "../../signal/escalate.ts";
import type { Deadline } from "../../signal/escalation-clock.ts";
import { readEscalationPlan } from "../../signal/escalation-plan.ts";
import type { Routes } from "./route.ts";

export interface EscalationRoutesDeps extends EscalateDeps, ChangeRiskDeps {
  readonly clock: Clock;
}

/** Contract 4.2: what the service graph, the team and deployments say about an incident. */
export const escalationRoutes = ({ clock, ...deps }: EscalationRoutesDeps) =>
  ({
    getEscalationPlan: async ({ scope, path }) => {
      const plan = await readEscalationPlan(deps, scope, path.id, clock.now());
      const body = {
        ...plan,
        timeToAcknowledge: present(plan.timeToAcknowledge),
        timeToEscalate: present(plan.timeToEscalate),
        suggestedTargets: [...plan.suggestedTargets],
        dependents: [...plan.dependents],
      };
      return { status: 200, body };
    },
    escalateIncident: async ({ scope, path, body }) => ({
      status: 200,
      body: await escalate(deps, scope, path.id, body?.targetId, clock.now()),
    }),
    getChangeRisk: async ({ scope, path }) => {
      const risk = await readChangeRisk(deps, scope, path.id);
      return { status: 200, body: { ...risk, reasons: [...risk.reasons] } };
    },
  }) satisfies Partial<Routes>;

const present = ({ dueAt, ...deadline }: Deadline) => ({ ...deadline, dueAt: toIso(dueAt) });
