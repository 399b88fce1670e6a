import type { HabitChange } from "./habit.ts";
import type { MetricAnomalyRule, MetricThresholdRule } from "./rule.ts";
import type { Breach } from "./series/breach.ts";
import type { Judgement } from "./series/model.ts";
import type { Onset } from "./series/onset.ts";
import type { Series } from "./series/series.ts";
import type { Deployment } from "./service-state.ts";
import type { MessagePattern } from "./templates/pattern-set.ts";

/** What came since a service's rules were last evaluated. Rules whose matter didn't come are not asked. */
export interface Fresh {
  errors: number;
  /** First and last second that an error fell into. */
  errorFrom: number;
  errorTo: number;
  fatals: number;
  readonly patterns: Set<MessagePattern>;
  /** Patterns that didn't come as usual in the five minutes that are over. */
  habits: HabitChange[];
  deployments: Deployment[];
  /** By rule and series: the latest of each. */
  readonly breaches: Map<string, FreshBreach>;
  readonly deviations: Map<string, FreshDeviation>;
}

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
  readonly onset: Onset;
  readonly judgement: Judgement;
}

export const createFresh = (): Fresh => ({
  errors: 0,
  errorFrom: Infinity,
  errorTo: -1,
  fatals: 0,
  patterns: new Set(),
  habits: [],
  deployments: [],
  breaches: new Map(),
  deviations: new Map(),
});

export const isEmpty = (fresh: Fresh): boolean =>
  fresh.errors === 0 &&
  fresh.habits.length === 0 &&
  fresh.deployments.length === 0 &&
  fresh.breaches.size === 0 &&
  fresh.deviations.size === 0;

export function clear(fresh: Fresh): void {
  fresh.errors = 0;
  fresh.errorFrom = Infinity;
  fresh.errorTo = -1;
  fresh.fatals = 0;
  if (fresh.patterns.size > 0) fresh.patterns.clear();
  if (fresh.habits.length > 0) fresh.habits = [];
  if (fresh.deployments.length > 0) fresh.deployments = [];
  if (fresh.breaches.size > 0) fresh.breaches.clear();
  if (fresh.deviations.size > 0) fresh.deviations.clear();
}
