import type { CatalogEntry, CatalogReader, Slo, Tier } from "../catalog/catalog.ts";
import { count } from "../detect/describe-figures.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { formatFigure, formatPercent, formatRatio } from "../kernel/format-figures.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Scope } from "../model/scope.ts";
import { type Counts, minutesKeptFrom, NO_COUNTS, type TimeSpan } from "../model/telemetry-count.ts";
import type { TelemetryCounts } from "./telemetry-counts.ts";

export type BurnState = "healthy" | "slow_burn" | "fast_burn" | "exhausted";

/** Minutes after which an incident puts the objective at risk, and breaches it. */
export const TIER_THRESHOLDS: Readonly<Record<Tier, { readonly riskMinutes: number; readonly breachMinutes: number }>> =
  {
    "tier-0": { riskMinutes: 5, breachMinutes: 15 },
    "tier-1": { riskMinutes: 15, breachMinutes: 60 },
    "tier-2": { riskMinutes: 60, breachMinutes: 240 },
    "tier-3": { riskMinutes: 240, breachMinutes: 1440 },
  };

interface BurnRule {
  readonly state: "fast_burn" | "slow_burn";
  readonly rate: number;
  /** Both windows must burn at this rate: the long one shows significance, the short one that it continues. */
  readonly longMs: number;
  readonly shortMs: number;
}

/** The multi-window burn rates of Google's SRE workbook ("Alerting on SLOs"), the fastest first. */
export const BURN_RULES: readonly BurnRule[] = [
  { state: "fast_burn", rate: 14.4, longMs: HOUR_MS, shortMs: 5 * MINUTE_MS },
  { state: "fast_burn", rate: 6, longMs: 6 * HOUR_MS, shortMs: 30 * MINUTE_MS },
  { state: "slow_burn", rate: 3, longMs: 24 * HOUR_MS, shortMs: 2 * HOUR_MS },
  { state: "slow_burn", rate: 1, longMs: 72 * HOUR_MS, shortMs: 6 * HOUR_MS },
];
const [USUAL_RULE] = BURN_RULES as readonly [BurnRule, ...BurnRule[]];
/** Windows up to this length need counts by minute. */
const MINUTES_WANTED_MS = 6 * HOUR_MS;
/** Fewer errors are counted, but cause no alert. */
export const ERRORS_TELLING_MIN = 10;

export interface BurnCounts {
  readonly long: Counts;
  readonly short: Counts;
}

export interface BudgetCounts {
  readonly window: Counts;
  /** One for each of {@link burnRulesFor}; none where the minutes are no longer kept. */
  readonly burns: readonly BurnCounts[];
}

/** The rules whose windows fit the objective's. */
export const burnRulesFor = ({ windowDays }: Slo): BurnRule[] =>
  BURN_RULES.filter(({ longMs }) => longMs <= windowDays * DAY_MS);

/** The spans to count for a budget, in the order of {@link budgetCountsOf}. */
export function budgetSpans(slo: Slo, at: number, now: number): TimeSpan[] {
  const back = (ms: number): TimeSpan => ({ from: at - ms, to: at });
  const measurable = at - MINUTES_WANTED_MS >= minutesKeptFrom(now);
  const rules = measurable ? burnRulesFor(slo) : [];
  return [back(slo.windowDays * DAY_MS), ...rules.flatMap(({ longMs, shortMs }) => [back(longMs), back(shortMs)])];
}

export function budgetCountsOf([window = NO_COUNTS, ...counts]: readonly Counts[]): BudgetCounts {
  const burns: BurnCounts[] = [];
  for (let index = 0; index + 1 < counts.length; index += 2) {
    burns.push({ long: counts[index] as Counts, short: counts[index + 1] as Counts });
  }
  return { window, burns };
}

export interface Budget {
  readonly remainingPct: number;
  readonly burnRatePctPerHour: number;
  readonly projectedExhaustionHours: number | null;
  readonly burnWindowHours: number;
  readonly state: BurnState;
  readonly reason: string;
}

/** (1 - objective) × logs, without the error of binary fractions. */
const allowedErrors = ({ logs }: Counts, { objectivePct }: Slo): number =>
  (Math.max(1, Math.round((100 - objectivePct) * 1e7)) * logs) / 1e9;

/** The error rate as a multiple of the allowed rate: errors / ((1 - objective) × logs). */
export const burnRateOf = (counts: Counts, slo: Slo): number =>
  counts.logs === 0 ? 0 : counts.errors / allowedErrors(counts, slo);

/**
 * The error budget of an objective. Logs count as requests, and errors as failed requests:
 *
 *     allowed             = (1 - objective) × logs of the objective's window
 *     remaining %         = 100 × (1 - errors of the objective's window / allowed); 100 without logs
 *     burn rate % an hour = 100 × errors of the burn window / allowed / hours of the burn window; 0 without logs
 *     exhaustion, hours   = remaining % / burn rate % an hour; 0 where nothing remains, null where nothing burns
 *
 * If nothing remains, it is exhausted. Else the first burn rule gives the state whose windows both burn fast enough,
 * and its long window is the burn window. Without such a rule it is healthy, over one hour. A window with fewer than
 * {@link ERRORS_TELLING_MIN} errors gives no state but healthy.
 */
export function budgetOf(service: string, slo: Slo, { window, burns }: BudgetCounts): Budget {
  const allowed = allowedErrors(window, slo);
  const spent = ({ errors }: Counts): number => (window.logs === 0 ? 0 : errors / allowed);
  const remaining = 100 * (1 - spent(window));
  const rules = burnRulesFor(slo);
  const fired = rules.findIndex((rule, index) => burnsAt(rule, burns[index], slo));
  const { state: burning, longMs } = rules[fired] ?? { ...USUAL_RULE, state: "healthy" as const };
  const burnWindowHours = longMs / HOUR_MS;
  const long = burns[Math.max(fired, 0)]?.long ?? NO_COUNTS;
  const rate = (100 * spent(long)) / burnWindowHours;
  const state = remaining <= 0 && isTelling(window) ? "exhausted" : burning;
  const reason =
    window.logs === 0
      ? `There are no logs of ${service} in ${slo.windowDays} days to measure its objective of ${slo.objectivePct} % by.`
      : `${service} had ${count(window.errors, "error")} in ${count(window.logs, "log")} in ${slo.windowDays} days, of ` +
        `${formatFigure(allowed)} that its objective of ${slo.objectivePct} % allows: ${describeBudget(remaining)}. ` +
        (burns.length === 0
          ? "The minutes that burn rates are measured by are no longer kept."
          : `Over ${burnWindowHours} h it burns ${formatRatio(burnRateOf(long, slo))} as fast as is allowed (${state}).`) +
        (isTelling(window) ? "" : ` Fewer than ${ERRORS_TELLING_MIN} errors aren't acted on.`);
  return {
    remainingPct: roundToTenth(remaining),
    burnRatePctPerHour: roundToTenth(rate),
    projectedExhaustionHours: projectedHours(remaining, rate),
    burnWindowHours,
    state,
    reason,
  };
}

/** From this multiple of the budget on, the multiple is named. */
const USED_UP_TIMES_MIN = 1.1;

function describeBudget(remainingPct: number): string {
  if (remainingPct > 0) return `${formatPercent(remainingPct / 100)} of its error budget is left`;
  const used = 1 - remainingPct / 100;
  return `its error budget is used up${used < USED_UP_TIMES_MIN ? "" : ` ${formatRatio(used)} over`}`;
}

const isTelling = ({ errors }: Counts): boolean => errors >= ERRORS_TELLING_MIN;

function burnsAt({ rate }: BurnRule, counts: BurnCounts | undefined, slo: Slo): boolean {
  if (!counts || !isTelling(counts.long)) return false;
  return burnRateOf(counts.long, slo) >= rate && burnRateOf(counts.short, slo) >= rate;
}

function projectedHours(remaining: number, rate: number): number | null {
  if (remaining <= 0) return 0;
  return rate > 0 ? roundToTenth(remaining / rate) : null;
}

/** The objective of the primary service; zeros where the catalog doesn't know it. */
export interface SloContext {
  readonly tier: Tier | "unmapped";
  readonly riskThresholdMinutes: number;
  readonly breachThresholdMinutes: number;
  readonly objectiveTargetPct: number;
  readonly errorBudgetRemainingPct: number;
  readonly burnRatePctPerHour: number;
  readonly projectedExhaustionHours: number | null;
  readonly burnWindowHours: number;
  readonly burnState: BurnState;
  /** The incident reached the tier's risk threshold, or the state is fast_burn or exhausted. */
  readonly atRisk: boolean;
  /** The incident reached the tier's breach threshold, or the state is exhausted. */
  readonly breached: boolean;
}

const UNMAPPED: SloContext = {
  tier: "unmapped",
  riskThresholdMinutes: 0,
  breachThresholdMinutes: 0,
  objectiveTargetPct: 0,
  errorBudgetRemainingPct: 0,
  burnRatePctPerHour: 0,
  projectedExhaustionHours: null,
  burnWindowHours: 0,
  burnState: "healthy",
  atRisk: false,
  breached: false,
};

export function sloContextOf(
  entry: Pick<CatalogEntry, "tier" | "slo"> | undefined,
  budget: Budget | undefined,
  durationMinutes: number,
): SloContext {
  if (!entry) return UNMAPPED;
  const { riskMinutes, breachMinutes } = TIER_THRESHOLDS[entry.tier];
  const state = budget?.state ?? "healthy";
  const breached = durationMinutes >= breachMinutes || state === "exhausted";
  return {
    tier: entry.tier,
    riskThresholdMinutes: riskMinutes,
    breachThresholdMinutes: breachMinutes,
    objectiveTargetPct: entry.slo?.objectivePct ?? 0,
    errorBudgetRemainingPct: budget?.remainingPct ?? 0,
    burnRatePctPerHour: budget?.burnRatePctPerHour ?? 0,
    projectedExhaustionHours: budget?.projectedExhaustionHours ?? null,
    burnWindowHours: budget?.burnWindowHours ?? 0,
    burnState: state,
    atRisk: breached || durationMinutes >= riskMinutes || state === "fast_burn",
    breached,
  };
}

export interface BudgetDeps {
  readonly catalog: Pick<CatalogReader, "entry">;
  readonly counts: TelemetryCounts;
}

export interface ServiceBudget {
  readonly entry: Pick<CatalogEntry, "tier" | "slo"> | undefined;
  readonly budget: BudgetCounts | undefined;
}

/** Three queries; none without a service. */
export async function readServiceBudget(
  { catalog, counts }: BudgetDeps,
  scope: Scope,
  service: string | null,
  at: number,
  now: number,
): Promise<ServiceBudget> {
  const entry = service === null ? undefined : await catalog.entry(scope, service);
  if (service === null || !entry?.slo) return { entry, budget: undefined };
  return { entry, budget: budgetCountsOf(await counts.sums(scope, [service], budgetSpans(entry.slo, at, now), now)) };
}
