import type { ErrorRise } from "../../methods/error-rates/error-rate-cusum.ts";
import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import type { Judgement } from "../../methods/metric-series/series-model.ts";
import type { MetricAnomalyRule, MetricShiftRule, MetricThresholdRule } from "../rules/rule.ts";
import type { GoldenShift } from "../series/golden-series.ts";
import type { DeviationOnset, Series } from "../series/metric-series.ts";
import type { Breach } from "../series/threshold-breach.ts";
import type { Deployment } from "./service-state.ts";
import type { StoppedLogs } from "./stopped-logs.ts";
import type { StoppedMetrics } from "./stopped-metrics.ts";
import type { TemplateRateChange } from "./template-baseline.ts";

/** The observations since the last evaluation of a service's rules. */
export type NewObservations = ReturnType<typeof createNewObservations>;

export interface FreshBreach {
  readonly rule: MetricThresholdRule;
  readonly seriesKey: string;
  readonly metric: string;
  readonly environment: string | null;
  readonly breach: Breach;
  readonly id: string;
}

export interface FreshDeviation {
  readonly rule: MetricAnomalyRule;
  readonly seriesKey: string;
  readonly series: Series;
  readonly onset: DeviationOnset;
  readonly judgement: Judgement;
}

export interface FreshShift {
  readonly rule: MetricShiftRule;
  readonly seriesKey: string;
  readonly series: Series;
  readonly shift: GoldenShift;
  /** True if too few requests lie behind it, or may. */
  readonly isOfFew: boolean;
}

export const createNewObservations = () => ({
  errors: 0,
  /** The first and the last second with an error. */
  errorFrom: Infinity,
  errorTo: -1,
  fatals: 0,
  /** The present rise of the errors, whatever its strength; undefined until a rule asks. */
  rise: undefined as { readonly found: ErrorRise | null } | undefined,
  /** Errors and warnings. */
  newTemplates: new Set<LogTemplate>(),
  /** Templates whose rate changed in the slot that ended. */
  rateChanges: [] as TemplateRateChange[],
  deployments: [] as Deployment[],
  stopped: null as StoppedMetrics | null,
  stoppedLogs: null as StoppedLogs | null,
  breaches: new Map<string, FreshBreach>(),
  deviations: new Map<string, FreshDeviation>(),
  shifts: new Map<string, FreshShift>(),
});

export const isEmpty = (fresh: NewObservations): boolean =>
  fresh.errors === 0 &&
  fresh.newTemplates.size === 0 &&
  fresh.rateChanges.length === 0 &&
  fresh.deployments.length === 0 &&
  fresh.stopped === null &&
  fresh.stoppedLogs === null &&
  fresh.breaches.size === 0 &&
  fresh.deviations.size === 0 &&
  fresh.shifts.size === 0;

export function clear(fresh: NewObservations): void {
  if (!isEmpty(fresh)) Object.assign(fresh, createNewObservations());
}
