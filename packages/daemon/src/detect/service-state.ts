import { createMinuteCounts, createSecondCounts, type MinuteCounts, type SecondCounts } from "./counts.ts";
import { createHeard, type Heard } from "./heard.ts";
import { createListing, type Listing } from "./listing-change.ts";
import type { Past } from "./past.ts";
import type { Condition } from "./repeats.ts";
import type { Breaches } from "./series/breach.ts";
import { type Counters, createCounters } from "./series/counter.ts";
import type { Series } from "./series/series.ts";
import { createPatternSet, type PatternSet } from "./templates/pattern-set.ts";
import { createTrail, type Trail } from "./trail.ts";
import { createVolume, type Volume } from "./volume.ts";

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
export interface Trouble {
  readonly since: number;
  readonly lastAt: number;
  readonly past: Past;
}

/** All that detection remembers of one environment of one service. Every part has a bound (`limits.ts`). */
export interface ServiceState {
  /** The service's own time: its greatest timestamp, but never far ahead of the server. 0: nothing came yet. */
  watermark: number;
  firstLogAt: number;
  logsSeen: number;
  /** As its telemetry wrote it last; null: it never did. */
  environment: string | null;
  heard: Heard;
  minutes: MinuteCounts;
  seconds: SecondCounts;
  errorTrail: Trail;
  fatalTrail: Trail;
  /** Begin of the last fatal message. */
  fatalSample: string;
  /** The kinds of its errors. */
  patterns: PatternSet;
  /** And of its other logs: apart, so that no kind of error is forgotten for them, however many they are. */
  otherPatterns: PatternSet;
  /** All its logs together, which its patterns are seen against. */
  volume: Volume;
  listing: Listing;
  /** In the order of their time. */
  deployments: Deployment[];
  series: Map<string, Series>;
  breaches: Breaches;
  counters: Counters;
  conditions: Map<string, Condition>;
  trouble: Trouble | null;
}

export const createServiceState = (): ServiceState => ({
  watermark: 0,
  firstLogAt: 0,
  logsSeen: 0,
  environment: null,
  heard: createHeard(),
  minutes: createMinuteCounts(),
  seconds: createSecondCounts(),
  errorTrail: createTrail(),
  fatalTrail: createTrail(),
  fatalSample: "",
  patterns: createPatternSet(),
  otherPatterns: createPatternSet(),
  volume: createVolume(),
  listing: createListing(),
  deployments: [],
  series: new Map(),
  breaches: new Map(),
  counters: createCounters(),
  conditions: new Map(),
  trouble: null,
});
