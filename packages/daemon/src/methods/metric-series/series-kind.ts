/** Whether a series counts something, told by its steps from one value to the next. */
export interface SeriesKind {
  /** The last value as it came; null: none came. */
  previous: number | null;
  steps: number;
  rises: number;
  falls: number;
  /** It only ever grows, so that its growth is judged. */
  isCounter: boolean;
}

export const createSeriesKind = (): SeriesKind => ({ previous: null, steps: 0, rises: 0, falls: 0, isCounter: false });

/** A series that rose in half of its steps and fell in hardly any counts something. Decided when enough steps are known. */
const KIND_STEPS = 30;
const COUNTER_RISES = 0.5;
const COUNTER_FALLS = 0.02;

/** A name says that its values count something (OpenMetrics asks it of counters); unless they fall more often than processes restart. */
const COUNTING_NAME = /_(?:total|bucket)$/i;
const NAMED_COUNTER_FALLS = 0.1;

export const isCountingName = (name: string): boolean => COUNTING_NAME.test(name);

const isCounting = ({ steps, rises, falls }: SeriesKind, isNamed: boolean): boolean => {
  if (steps < KIND_STEPS) return isNamed;
  if (isNamed) return falls <= steps * NAMED_COUNTER_FALLS;
  return rises >= steps * COUNTER_RISES && falls <= steps * COUNTER_FALLS;
};

/** Takes note of the step from the last value to this one; answers whether the series turned out to be of another kind. */
export function noteStep(kind: SeriesKind, value: number, isNamed: boolean): boolean {
  const { previous } = kind;
  kind.previous = value;
  if (previous === null) {
    kind.isCounter = isNamed;
    return false;
  }
  kind.steps++;
  if (value > previous) kind.rises++;
  else if (value < previous) kind.falls++;
  const isCounter = isCounting(kind, isNamed);
  if (isCounter === kind.isCounter) return false;
  kind.isCounter = isCounter;
  return true;
}
