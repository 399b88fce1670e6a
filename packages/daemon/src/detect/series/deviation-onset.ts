import type { Trend } from "../../methods/metric-series/trend.ts";
import type { Mark } from "../../methods/state/evidence-trail.ts";

interface Begun {
  /** The minute in which it was noticed. */
  readonly since: number;
  readonly marks: Mark[];
}

/** Far from the usual that was before it. */
export interface FarOnset extends Begun {
  readonly kind: "far";
  readonly usual: number;
  /** Closer to the usual than this, it is over. */
  readonly margin: number;
  readonly score: number;
  /** What crept when it began, and goes on when it is over. */
  readonly drift: TrendOnset | null;
}

/** It goes on saying the same. */
export interface FlatOnset extends Begun {
  readonly kind: "flat";
}

/** It crept to where it never was. */
export interface TrendOnset extends Begun, Trend {
  readonly kind: "drift";
}

/** What is unusual about a series and goes on. */
export type DeviationOnset = FarOnset | FlatOnset | TrendOnset;

/** Those beyond a score; what is flat or drifts has none. */
export const passes = (onset: DeviationOnset, minScore: number): boolean =>
  onset.kind !== "far" || onset.score >= minScore;
