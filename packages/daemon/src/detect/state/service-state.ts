import { type ArrivalStatistics, createArrivalStatistics } from "../../methods/arrivals/arrival-statistics.ts";
import type { ErrorRateBaseline } from "../../methods/error-rates/error-rate-baseline.ts";
import {
  createMinuteCounts,
  createSecondCounts,
  type MinuteCounts,
  type SecondCounts,
} from "../../methods/error-rates/minute-counts.ts";
import { createTemplateSet, type TemplateSet } from "../../methods/log-templates/template-set.ts";
import { createLogVolume, type LogVolume } from "../../methods/log-templates/template-statistics.ts";
import { createEvidenceTrail, type EvidenceTrail } from "../../methods/state/evidence-trail.ts";
import type { LogPattern } from "../../model/log-pattern.ts";
import { type Counters, createCounters } from "../series/counter-growth.ts";
import type { Series } from "../series/metric-series.ts";
import type { Breaches } from "../series/threshold-breach.ts";
import type { Condition } from "./condition-repeats.ts";

export interface ServiceKey {
  readonly organizationId: string;
  readonly service: string;
}

export interface StateChange extends ServiceKey {
  /** Compact JSON. */
  readonly state: string;
  /** When to examine it though nothing came (silence, repeats held back); null: never. */
  readonly wakeAt: number | null;
  /** What changes in the list of its patterns; left out: nothing. */
  readonly listing?: readonly ListingChange[];
}

export type Wake = Pick<StateChange, keyof ServiceKey | "wakeAt">;

/** What the list of patterns knows of one environment. */
export interface Listing {
  /** When it was brought up to date, by the server's time; 0: never. */
  at: number;
  /** The name that it has there; null: it isn't there. */
  name: string | null;
  /** How many patterns had left by then, for others or into others. */
  left: number;
}

/** A change of the list of one service's environment. */
export interface ListingChange {
  readonly environment: string;
  /** Where it is new there, or has another name: all that there are now; what is listed of others goes. */
  readonly environments: readonly string[] | null;
  readonly patterns: readonly LogPattern[];
  /** Where some left: those that there are still, by their ids; the others go. */
  readonly held: { readonly errors: readonly string[]; readonly others: readonly string[] } | null;
}

export const createListing = (): Listing => ({ at: 0, name: null, left: 0 });

export interface Deployment {
  readonly id: string;
  readonly at: number;
  readonly version: string;
  readonly gitHash: string | null;
  readonly environment: string;
  /** The word for a failure that its metadata says; null: it says none. */
  readonly failure: string | null;
}

/** While errors are unusual: since when, until when so far, and what was usual before. Rules compare with that, not with the trouble itself. */
export interface ErrorEpisode {
  readonly since: number;
  readonly lastAt: number;
  readonly past: ErrorRateBaseline;
}

/** All that detection remembers of one environment of one service. Every part has a bound (`limits.ts`). */
export interface ServiceState {
  /** The service's own time: its greatest timestamp, but never far ahead of the server. 0: nothing came yet. */
  watermark: number;
  firstLogAt: number;
  logsSeen: number;
  /** As its telemetry wrote it last; null: it never did. */
  environment: string | null;
  arrivals: ArrivalStatistics;
  minutes: MinuteCounts;
  seconds: SecondCounts;
  errorTrail: EvidenceTrail;
  fatalTrail: EvidenceTrail;
  /** Begin of the last fatal message. */
  fatalSample: string;
  /** The kinds of its errors. */
  errorTemplates: TemplateSet;
  /** And of its other logs: apart, so that no kind of error is forgotten for them, however many they are. */
  otherTemplates: TemplateSet;
  /** All its logs together, which its patterns are seen against. */
  volume: LogVolume;
  listing: Listing;
  /** In the order of their time. */
  deployments: Deployment[];
  series: Map<string, Series>;
  breaches: Breaches;
  counters: Counters;
  conditions: Map<string, Condition>;
  trouble: ErrorEpisode | null;
}

export const createServiceState = (): ServiceState => ({
  watermark: 0,
  firstLogAt: 0,
  logsSeen: 0,
  environment: null,
  arrivals: createArrivalStatistics(),
  minutes: createMinuteCounts(),
  seconds: createSecondCounts(),
  errorTrail: createEvidenceTrail(),
  fatalTrail: createEvidenceTrail(),
  fatalSample: "",
  errorTemplates: createTemplateSet(),
  otherTemplates: createTemplateSet(),
  volume: createLogVolume(),
  listing: createListing(),
  deployments: [],
  series: new Map(),
  breaches: new Map(),
  counters: createCounters(),
  conditions: new Map(),
  trouble: null,
});
