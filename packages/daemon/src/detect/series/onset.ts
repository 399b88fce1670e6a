import type { Mark } from "../trail.ts";
import type { Climb } from "./drift.ts";

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
  readonly drift: DriftOnset | null;
}

/** It goes on saying the same. */
export interface FlatOnset extends Begun {
  readonly kind: "flat";
}

/** It crept to where it never was. */
export interface DriftOnset extends Begun, Climb {
  readonly kind: "drift";
}

/** What is unusual about a series and goes on. */
export type Onset = FarOnset | FlatOnset | DriftOnset;

/** Those beyond a score; what is flat or drifts has none. */
export const passes = (onset: Onset, minScore: number): boolean => onset.kind !== "far" || onset.score >= minScore;
