// The method: docs/methods/counters.md
/** Counts steps between values to recognize a counter. */
export interface SeriesKind {
  /** The last raw value; null before the first. */
  previous: number | null;
  steps: number;
  rises: number;
  falls: number;
  /** A counter, whose growth is judged. */
  isCounter: boolean;
}

export const createSeriesKind = (): SeriesKind => ({ previous: null, steps: 0, rises: 0, falls: 0, isCounter: false });

/** A counter rises in half of its steps and hardly ever falls. */
export const KIND_STEPS = 30;
const COUNTER_RISES = 0.5;
const COUNTER_FALLS = 0.02;

/** OpenMetrics requires these suffixes of counters, and of the counts and sums of histograms. Frequent falls contradict the name. */
const COUNTING_NAME = /_(?:total|bucket|(?:seconds|milliseconds|bytes)_(?:count|sum))$/i;
const NAMED_COUNTER_FALLS = 0.1;

export const isCountingName = (name: string): boolean => COUNTING_NAME.test(name);

const isCounting = ({ steps, rises, falls }: SeriesKind, isNamed: boolean): boolean => {
  if (steps < KIND_STEPS) return isNamed;
  if (isNamed) return falls <= steps * NAMED_COUNTER_FALLS;
  return rises >= steps * COUNTER_RISES && falls <= steps * COUNTER_FALLS;
};

/** True for values that only rise so far, as those of a total do. */
export const mayBeTotal = ({ steps, rises, falls }: SeriesKind): boolean =>
  steps > 1 && falls === 0 && rises >= steps * COUNTER_RISES;

/** A gauge of so many errors would fall within so many steps, by its Poisson noise alone. */
const TOTAL_STEPS = 10;
const TOTAL_MIN = 30;
/** Six values in order are one in 720 by chance. */
const TOTAL_RISES = 5;

/** A counter falls when it starts again, and seldom otherwise. */
export const hasFallen = ({ steps, falls }: SeriesKind): boolean => falls > Math.max(1, steps * COUNTER_FALLS);

/** True for a total of rare things: it is large and hardly ever falls. */
export const isRareTotal = ({ previous, steps, falls }: SeriesKind): boolean =>
  steps >= TOTAL_STEPS && (previous ?? 0) >= TOTAL_MIN && falls <= steps * COUNTER_FALLS;

/** True for a small total of rare things. */
export const isSmallTotal = ({ previous, rises, falls }: SeriesKind): boolean =>
  falls === 0 && rises >= TOTAL_RISES && (previous ?? 0) < TOTAL_MIN;

/** Percentages are no totals. A total that starts again is below this share of what it was. */
const RESET_MIN = 100;
const RESET_SHARE = 0.1;

const isReset = (kind: SeriesKind, value: number): boolean =>
  isRareTotal(kind) && (kind.previous ?? 0) > RESET_MIN && value < RESET_SHARE * (kind.previous ?? 0);

/** Records a step. Returns true if the past says nothing about the value: the kind changed, or a total started again. */
export function noteStep(kind: SeriesKind, value: number, isNamed: boolean): boolean {
  const { previous } = kind;
  const startsAgain = !kind.isCounter && isReset(kind, value);
  kind.previous = value;
  if (previous === null) {
    kind.isCounter = isNamed;
    return false;
  }
  kind.steps++;
  if (value > previous) kind.rises++;
  else if (value < previous) kind.falls++;
  const isCounter = isCounting(kind, isNamed);
  if (isCounter === kind.isCounter) return startsAgain;
  kind.isCounter = isCounter;
  return true;
}
