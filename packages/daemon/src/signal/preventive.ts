import { count } from "../detect/describe-figures.ts";
import type { IncidentStore } from "../incident/store.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { formatDuration } from "../kernel/format-figures.ts";
import { isOver } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import type { TimeSpan } from "../model/telemetry-count.ts";
import { DEPLOYMENTS_READ_MAX, POST_DEPLOY_MINUTES, spansAfter } from "./deployment-risk.ts";
import { formatName } from "./format-text.ts";
import type { RiskReport, RiskState } from "./risk-state.ts";
import type { DeploymentStore, IncidentTally, RepeatedIncident, ServiceIncidents } from "./service-history.ts";
import { type BudgetDeps, type BurnState, budgetOf, readServiceBudget } from "./slo.ts";

export const PREVENTIVE_WINDOW_HOURS = 720;
const WINDOW = formatDuration(PREVENTIVE_WINDOW_HOURS * HOUR_MS);
/** The newest incidents, whose repetitions are counted. */
export const INCIDENTS_READ_MAX = 500;
export const REPEATS_MIN = 3;
export const OPEN_LONG_HOURS = 24;
export const AFTER_DEPLOYMENT_MIN = 2;
export const AFTER_DEPLOYMENT_SHARE_MIN = 0.5;

const REVIEWED_TOGETHER_MIN = 2;

/** The first row with a number that is reached gives the state. */
export const PREVENTIVE_THRESHOLDS: readonly ({ readonly state: RiskState } & IncidentTally)[] = [
  { state: "critical", total: 10, unresolved: 5, critical: 3 },
  { state: "high", total: 5, unresolved: 3, critical: 2 },
  { state: "moderate", total: 2, unresolved: 2, critical: 2 },
];

export interface PreventiveSignal extends RiskReport {
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
  const facts = {
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
    summary: `${name} had ${total === 0 ? "no incident" : count(total, "incident")} in ${WINDOW}.`,
    reasons: preventiveReasons(name, facts, pattern),
    recommendation: actions[0] ? `${actions[0].title}.` : "Nothing beyond resolving this incident.",
    actions,
    windowHours: PREVENTIVE_WINDOW_HOURS,
    sameServiceIncidents: total,
    unresolvedIncidents: unresolved,
    criticalIncidents: critical,
  };
}

export const preventiveStateOf = (tally: IncidentTally): RiskState =>
  PREVENTIVE_THRESHOLDS.find(
    (least) => tally.total >= least.total || tally.unresolved >= least.unresolved || tally.critical >= least.critical,
  )?.state ?? "low";

export interface PreventiveAction {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly priority: "now" | "next" | "later";
  readonly category: string;
}

export interface PreventiveFacts {
  readonly tally: IncidentTally;
  /** The newest of the window, up to {@link INCIDENTS_READ_MAX}. */
  readonly newest: readonly RepeatedIncident[];
  /** The times in which an incident follows a deployment. */
  readonly afterDeployments: readonly TimeSpan[];
  readonly burnState: BurnState | undefined;
  readonly isMapped: boolean;
}

/** The common properties of the newest incidents. */
export interface IncidentPattern {
  readonly looked: number;
  /** The most frequent deduplication key. */
  readonly repeated: { readonly title: string; readonly times: number } | undefined;
  readonly afterDeployment: number;
  readonly openLong: number;
}

export function patternOf({ newest, afterDeployments }: PreventiveFacts, now: number): IncidentPattern {
  const byKey = Map.groupBy(newest, ({ deduplicationKey }) => deduplicationKey);
  const [most = []] = [...byKey.values()].sort((one, other) => other.length - one.length);
  const follows = ({ createdAt }: RepeatedIncident): boolean =>
    afterDeployments.some(({ from, to }) => createdAt >= from && createdAt <= to);
  return {
    looked: newest.length,
    repeated: most[0] && { title: formatName(most[0].title), times: most.length },
    afterDeployment: newest.filter(follows).length,
    openLong: newest.filter(({ status, createdAt }) => !isOver(status) && now - createdAt > OPEN_LONG_HOURS * HOUR_MS)
      .length,
  };
}

const followsDeployments = ({ looked, afterDeployment }: IncidentPattern): boolean =>
  afterDeployment >= AFTER_DEPLOYMENT_MIN && afterDeployment >= AFTER_DEPLOYMENT_SHARE_MIN * looked;

const isRepeated = ({ repeated }: IncidentPattern): boolean => repeated !== undefined && repeated.times >= REPEATS_MIN;

const URGENCY = ["now", "next", "later"] as const;

/** The most urgent first. */
export function preventiveActions(
  service: string,
  facts: PreventiveFacts,
  pattern: IncidentPattern,
): PreventiveAction[] {
  const { burnState, tally } = facts;
  const actions: (PreventiveAction | false)[] = [
    pattern.openLong > 0 && {
      id: "resolve-open",
      title: `Resolve what has been open for more than ${OPEN_LONG_HOURS} hours`,
      why: `${count(pattern.openLong, "incident")} of ${service} stayed open for so long: what comes next is taken for the same.`,
      priority: "now",
      category: "triage",
    },
    isRepeated(pattern) && {
      id: "remove-cause",
      title: `Remove the cause of “${pattern.repeated?.title}”`,
      why: `It came ${pattern.repeated?.times} times among the newest ${count(pattern.looked, "incident")}.`,
      priority: preventiveStateOf(tally) === "critical" ? "now" : "next",
      category: "root-cause",
    },
    followsDeployments(pattern) && {
      id: "guard-deployments",
      title: `Deploy ${service} to one instance first`,
      why: `${pattern.afterDeployment} of ${count(pattern.looked, "incident")} began within ${POST_DEPLOY_MINUTES} minutes after a deployment.`,
      priority: "next",
      category: "deployment",
    },
    burnState !== undefined &&
      burnState !== "healthy" && {
        id: "protect-error-budget",
        title: "Put reliability before features until the error budget recovers",
        why: `The error budget of ${service} is ${BUDGET_WORDS[burnState]}.`,
        priority: burnState === "slow_burn" ? "next" : "now",
        category: "error-budget",
      },
    tally.critical >= REVIEWED_TOGETHER_MIN && {
      id: "review-critical",
      title: "Review the critical incidents together",
      why: `${tally.critical} of ${count(tally.total, "incident")} were CRITICAL.`,
      priority: "next",
      category: "review",
    },
    !facts.isMapped && {
      id: "name-owner",
      title: `Put ${service} into the service catalog`,
      why: "Without an entry nobody is named who owns it, and no objective tells when it fails too often.",
      priority: "later",
      category: "ownership",
    },
    facts.isMapped &&
      burnState === undefined && {
        id: "set-objective",
        title: `Set an objective for ${service}`,
        why: "Without one there is no error budget that tells when it fails too often.",
        priority: "later",
        category: "error-budget",
      },
  ];
  return actions
    .filter((action) => action !== false)
    .sort((one, other) => URGENCY.indexOf(one.priority) - URGENCY.indexOf(other.priority));
}

const BUDGET_WORDS = { slow_burn: "burning slowly", fast_burn: "burning fast", exhausted: "used up" } as const;

export function preventiveReasons(service: string, facts: PreventiveFacts, pattern: IncidentPattern): string[] {
  const { total, unresolved, critical } = facts.tally;
  const { looked, repeated, afterDeployment, openLong } = pattern;
  return [
    `${count(total, "incident")} of ${service} in ${WINDOW}, ${unresolved} unresolved, ${critical} CRITICAL.`,
    isRepeated(pattern) && `“${repeated?.title}” came ${repeated?.times} times among the newest ${looked}.`,
    afterDeployment > 0 &&
      `${afterDeployment} of the newest ${looked} began within ${POST_DEPLOY_MINUTES} minutes after a deployment.`,
    openLong > 0 && `${openLong} of the newest ${looked} have been open for more than ${OPEN_LONG_HOURS} hours.`,
  ].filter((reason) => reason !== false);
}
