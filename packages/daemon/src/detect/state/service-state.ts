import { type ArrivalStatistics, createArrivalStatistics } from "../../methods/arrivals/arrival-statistics.ts";
import type { ErrorRateBaseline } from "../../methods/error-rates/error-rate-baseline.ts";
import {
  createMinuteCounts,
  createSecondCounts,
  type MinuteCounts,
  type SecondCounts,
} from "../../methods/error-rates/minute-counts.ts";
import { createLogVolume, type LogVolume } from "../../methods/log-templates/log-volume.ts";
import { createTemplateSet, type TemplateSet } from "../../methods/log-templates/template-set.ts";
import { createEvidenceTrail, type EvidenceTrail } from "../../methods/state/evidence-trail.ts";
import { type Counters, createCounters } from "../series/counter-growth.ts";
import type { Series } from "../series/metric-series.ts";
import type { Breaches } from "../series/threshold-breach.ts";
import type { Condition } from "./condition-repeats.ts";
import { createListing, type Listing } from "./template-listing-change.ts";

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
  patterns: TemplateSet;
  /** And of its other logs: apart, so that no kind of error is forgotten for them, however many they are. */
  otherPatterns: TemplateSet;
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
  patterns: createTemplateSet(),
  otherPatterns: createTemplateSet(),
  volume: createLogVolume(),
  listing: createListing(),
  deployments: [],
  series: new Map(),
  breaches: new Map(),
  counters: createCounters(),
  conditions: new Map(),
  trouble: null,
});
