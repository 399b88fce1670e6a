import { count } from "../detect/describe-figures.ts";
import type { IncidentStore } from "../incident/store.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import type { Scope } from "../model/scope.ts";
import { DEPLOYMENTS_READ_MAX, spansAfter } from "./deployment-risk.ts";
import { formatName } from "./format-text.ts";
import {
  INCIDENTS_READ_MAX,
  PREVENTIVE_WINDOW_HOURS,
  type PreventiveAction,
  type PreventiveFacts,
  patternOf,
  preventiveActions,
  preventiveReasons,
  preventiveStateOf,
} from "./preventive.ts";
import type { RiskState } from "./risk-state.ts";
import type { DeploymentStore, ServiceIncidents } from "./service-history.ts";
import { type BudgetDeps, budgetOf, readServiceBudget } from "./slo.ts";

export interface PreventiveSignal {
  readonly state: RiskState;
  readonly summary: string;
  readonly reasons: readonly string[];
  readonly recommendation: string;
  readonly actions: readonly PreventiveAction[];
  readonly windowHours: number;
  readonly sameServiceIncidents: number;
  readonly unresolvedIncidents: number;
  readonly criticalIncidents: number;
}

export interface PreventiveDeps extends BudgetDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly deployments: DeploymentStore;
  readonly serviceIncidents: ServiceIncidents;
}

/** Nine queries. Throws `not_found`. */
export async function readPreventive(
  deps: PreventiveDeps,
  scope: Scope,
  id: string,
  now: number,
): Promise<PreventiveSignal> {
  const { primaryService: service } = await deps.incidents.get(scope, id);
  if (service === null) return NO_SERVICE;
  const since = now - PREVENTIVE_WINDOW_HOURS * HOUR_MS;
  const [{ entry, budget }, deployments, tally, newest] = await Promise.all([
    readServiceBudget(deps, scope, service, now, now),
    deps.deployments.between(scope, [service], since, now, DEPLOYMENTS_READ_MAX),
    deps.serviceIncidents.tally(scope, service, since),
    deps.serviceIncidents.newest(scope, service, since, INCIDENTS_READ_MAX),
  ]);
  const facts: PreventiveFacts = {
    tally,
    newest,
    afterDeployments: spansAfter(deployments.map(({ at }) => at)),
    burnState: entry?.slo && budget ? budgetOf(service, entry.slo, budget).state : undefined,
    isMapped: entry !== undefined,
  };
  return preventiveSignal(service, facts, now);
}

const WHY_NOTHING = "The incident names no service, so nothing can be said about repeated failures.";
const NO_SERVICE: PreventiveSignal = {
  state: "low",
  summary: WHY_NOTHING,
  reasons: [WHY_NOTHING],
  recommendation: "Name the services that the incident affects.",
  actions: [],
  windowHours: PREVENTIVE_WINDOW_HOURS,
  sameServiceIncidents: 0,
  unresolvedIncidents: 0,
  criticalIncidents: 0,
};

/** Pure. */
export function preventiveSignal(service: string, facts: PreventiveFacts, now: number): PreventiveSignal {
  const name = formatName(service);
  const { total, unresolved, critical } = facts.tally;
  const pattern = patternOf(facts, now);
  const actions = preventiveActions(name, facts, pattern);
  return {
    state: preventiveStateOf(facts.tally),
    summary: `${name} had ${total === 0 ? "no incident" : count(total, "incident")} in ${PREVENTIVE_WINDOW_HOURS} hours.`,
    reasons: preventiveReasons(name, facts, pattern),
    recommendation: actions[0] ? `${actions[0].title}.` : "Nothing beyond resolving this incident.",
    actions,
    windowHours: PREVENTIVE_WINDOW_HOURS,
    sameServiceIncidents: total,
    unresolvedIncidents: unresolved,
    criticalIncidents: critical,
  };
}
