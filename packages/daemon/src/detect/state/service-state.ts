import { createArrivalStatistics } from "../../methods/arrivals/arrival-statistics.ts";
import { createErrorRate } from "../../methods/error-rates/error-rate-cusum.ts";
import { createMinuteCounts, createSecondCounts } from "../../methods/error-rates/minute-counts.ts";
import { createTemplateSet } from "../../methods/log-templates/template-set.ts";
import { createLogVolume } from "../../methods/log-templates/template-statistics.ts";
import { createEvidenceTrail } from "../../methods/state/evidence-trail.ts";
import type { LogTemplateRecord } from "../../model/log-template.ts";
import { createCounters } from "../series/counter-growth.ts";
import type { Series } from "../series/metric-series.ts";
import type { Breaches } from "../series/threshold-breach.ts";
import type { Condition } from "./condition-repeats.ts";
import { createStops } from "./stopped-metrics.ts";

export interface ServiceKey {
  readonly organizationId: string;
  readonly service: string;
}

export interface StateChange extends ServiceKey {
  readonly state: string;
  /** The time to examine the service without telemetry, for silence and held-back findings; null for never. */
  readonly wakeAt: number | null;
  /** Changes of the list of log patterns. */
  readonly listing?: readonly ListingChange[];
}

export type Wake = Pick<StateChange, keyof ServiceKey | "wakeAt">;

/** The listed patterns of one environment. */
export interface Listing {
  /** The last update, by the server's clock; 0 for none. */
  at: number;
  /** The listed name of the environment; null for none. */
  name: string | null;
  /** The number of templates that had been evicted or merged. */
  left: number;
}

export interface ListingChange {
  readonly environment: string;
  /** All environments, if this one is new or renamed; listed patterns of others are removed. */
  readonly environments: readonly string[] | null;
  readonly patterns: readonly LogTemplateRecord[];
  /** The ids that remain, if templates were evicted or merged. */
  readonly held: { readonly errors: readonly string[]; readonly others: readonly string[] } | null;
}

export interface Deployment {
  readonly id: string;
  readonly at: number;
  readonly version: string;
  readonly gitHash: string | null;
  readonly environment: string;
  /** The failure that the metadata names. */
  readonly failure: string | null;
}

/** The memory of detection about one environment of one service. Every part is bounded (`detection-bounds.ts`). */
export type ServiceState = ReturnType<typeof createServiceState>;

export const createServiceState = () => ({
  /** The largest timestamp, cut near the server's clock; 0 without telemetry. */
  watermark: 0,
  firstLogAt: 0,
  logsSeen: 0,
  /** Its name, as its telemetry last spelled it. */
  environment: null as string | null,
  arrivals: createArrivalStatistics(),
  stops: createStops(),
  logStops: createStops(),
  minutes: createMinuteCounts(),
  seconds: createSecondCounts(),
  errorTrail: createEvidenceTrail(),
  fatalTrail: createEvidenceTrail(),
  fatalSample: "",
  /** Templates of errors, apart from the others, so that frequent logs don't evict rare errors. */
  errorTemplates: createTemplateSet(),
  otherTemplates: createTemplateSet(),
  volume: createLogVolume(),
  listing: { at: 0, name: null, left: 0 } as Listing,
  deployments: [] as Deployment[],
  series: new Map<string, Series>(),
  breaches: new Map() as Breaches,
  counters: createCounters(),
  conditions: new Map<string, Condition>(),
  errorRate: createErrorRate(),
});
