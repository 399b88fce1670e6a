// The method: docs/methods/golden-signals.md
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { round } from "../metric-series/rounding.ts";
import type { Mark } from "../state/evidence-trail.ts";

/**
 * The usual level of a golden signal and its spread, in logarithms, so that a threshold is a ratio. A cumulative sum
 * (Page 1954) of the distances in thresholds finds a gross shift after three values, and a smaller one after more. Values
 * beyond the threshold are not learned: an outage never becomes usual by having happened.
 */
export interface LevelShift {
  /** The time of the first and of the last value; 0 without any. */
  firstAt: number;
  lastAt: number;
  count: number;
  /** The exponentially weighted mean, and the mean absolute distance from it. */
  level: number;
  spread: number;
  /** A height that the mean of ten minutes seldom exceeds, against which slow climbs are compared. */
  high: number;
  /** The mean of ten minutes, suspected values included. */
  recent: number;
  run: ShiftRun | null;
  /** Past shifts, the oldest first. */
  past: PastShift[];
}

/** Values on one side of the level, while their cumulative sum is above zero. */
export interface ShiftRun {
  readonly since: number;
  readonly isClimb: boolean;
  readonly sign: 1 | -1;
  sum: number;
  count: number;
  /** The mean distance of the last ones from the level, and the largest that it has been. */
  mean: number;
  most: number;
  /** When it was reported; 0 for never. */
  openAt: number;
  marks: Mark[];
}

/** The largest mean distance is negative for a fall. A length of 0 is unknown: states from before this field have none. */
export type PastShift = readonly [at: number, distance: number, lengthMs: number];

/** A shift that has lasted. Distances are logarithms of ratios. */
export interface Shift {
  readonly isClimb: boolean;
  readonly sign: 1 | -1;
  readonly since: number;
  /** The mean distance. */
  readonly distance: number;
  /** The same in thresholds. */
  readonly strength: number;
  /** How far the last values are beyond the mean of ten minutes, which follows a slide. */
  readonly leap: number;
  /** The level before it. */
  readonly usual: number;
  /** The values beyond the threshold, without those that repeat the one before. */
  readonly values: number;
  /** True if the same occurred at this time of an earlier day, or at this minute of two earlier hours. */
  readonly isRecurring: boolean;
  /** How long the series is known, and by how many values. */
  readonly knownMs: number;
  readonly known: number;
  readonly marks: readonly Mark[];
}

export interface LevelSample {
  readonly id: string;
  readonly at: number;
  /** The logarithm of the value, with the offset of its signal. */
  readonly log: number;
  /** Whether it is the same measurement as the one before. */
  readonly isRepeated: boolean;
  /** How many values it is the mean of. */
  readonly of: number;
  /** The growth of the logarithm in a millisecond since the value before. */
  readonly pace: number;
  /** The number of things that the value counts, which is noisy by itself; and the number at the level. */
  readonly count: { readonly of: number; readonly at: (level: number) => number } | null;
}

export interface ShiftOptions {
  /** Whether the usual level moves through the day. Then a slide counts as none. */
  readonly followsDay: boolean;
  /** Whether the values are failing requests, of which a schedule is no excuse. */
  readonly isFailure: boolean;
  /** Whether a fall counts as well. */
  readonly isTwoSided: boolean;
  /** The least ratio of a climb over hours, as a logarithm; null where slow climbs are usual. */
  readonly climbMin: number | null;
  /** How far the logarithm of a value is from that of a full resource; null where none can be full. */
  readonly rest: ((log: number) => number) | null;
  /** Multiplies the thresholds: above 1 for fewer findings. */
  readonly strictness: number;
}

/** A service's first quarter of an hour teaches, and nothing else. */
const KNOWN_MS = 15 * MINUTE_MS;
const KNOWN_COUNT = 3;
const LEVEL_MS = HOUR_MS;
/** Traffic halves or doubles within an hour at the ends of a day. */
const DAILY_LEVEL_MS = 20 * MINUTE_MS;
const SPREAD_MS = DAY_MS;
/** Memory that is collected or restarted falls at least once in this time, so that its height is known. */
export const HIGH_KNOWN_MS = 4 * HOUR_MS;
/** The height rises within hours and decreases within a week: an expectile of 98 %. */
const HIGH_RISE_MS = 4 * HOUR_MS;
const HIGH_FALL_MS = 7 * DAY_MS;
export const RECENT_MS = 10 * MINUTE_MS;
/** A disk that is full within this time climbs, as in NodeFilesystemSpaceFillingUp of kube-prometheus. */
const FULL_MS = 4 * HOUR_MS;
/** The mean of an hour is behind that of ten minutes by the difference of their time constants. */
const BEHIND_MS = LEVEL_MS - RECENT_MS;
/** A shift of less than this part of the threshold within the recent minutes is a slide. */
const SUDDEN_SHARE = 0.5;
/** From this part of the evidence on there is doubt, which lowers the severity, and below it nothing. */
export const DOUBT_SHARE = 2 / 3;
/**
 * The threshold in spreads, each a nat: the tail of a Laplace distribution decreases by e with each mean distance. The prior
 * spread is the one at which it is a ratio of three.
 */
export const SPREADS = 6;
export const GROSS = Math.log(3);
const PRIOR_SPREAD = GROSS / SPREADS;
/** The weight of the prior, in values. */
const PRIOR_COUNT = 60;
/** Smaller ratios matter to nobody. */
const LEAST = Math.log(1.5);
/** Counts must be so many standard deviations of a Poisson distribution away (Anscombe 1948). */
export const POISSON_SDS = 4;
/** The drift of the sum, in thresholds a minute: three values of a minute beyond the threshold make a shift. */
const DRIFT = 1 / 3;
/** The most that one value counts; a mean of three and more counts further, since two of them are many values. */
export const VALUES_MIN = 3;
const MEAN_STRENGTH_MAX = 4 / 3;
const OPEN_SUM = 2;
const SUM_MAX = 2.5;
/** A value stands for the time since the one before, within these bounds; a sum over less time would be a blip. */
const STEP_MINUTES_MIN = 1 / 6;
const STEP_MINUTES_MAX = 3;
/** A shift of this length is the new level. */
const ACCEPTED_MS = DAY_MS;
/**
 * A shift at this time on two of the four days or weeks before, or in three hours of the day before, is a schedule. The
 * slack is that of the time and of the length. Daylight saving moves a daily job by an hour.
 */
const SCHEDULE_DAYS = 2;
const SCHEDULE_HOURS = 3;
const DAILY_SLACK_MS = 65 * MINUTE_MS;
const HOURLY_SLACK_MS = 3 * MINUTE_MS;
const DAILY: Period = { lengthMs: DAY_MS, slackMs: DAILY_SLACK_MS, farthest: 2 * SCHEDULE_DAYS };
const WEEKLY: Period = { ...DAILY, lengthMs: 7 * DAY_MS };
/** The hours of one day only, since a daily job isn't an hourly one. */
const HOURLY: Period = { lengthMs: HOUR_MS, slackMs: HOURLY_SLACK_MS, farthest: DAY_MS / HOUR_MS - 1 };
const SCHEDULE_SHARE = 0.7;
const PAST_MAX = 32;
const MARKS_MAX = 10;
/** The values that a run's mean distance covers. */
const MEAN_COUNT = 5;
const COUNT_MAX = 100_000;

export const createLevelShift = (): LevelShift => ({
  firstAt: 0,
  lastAt: 0,
  count: 0,
  level: 0,
  spread: 0,
  high: 0,
  recent: 0,
  run: null,
  past: [],
});

/** Shrinks a measured spread towards the prior. */
const shrunk = (spread: number, count: number): number =>
  Math.sqrt((PRIOR_COUNT * PRIOR_SPREAD ** 2 + count * spread ** 2) / (PRIOR_COUNT + count));

const anscombe = (count: number): number => 2 * Math.sqrt(Math.max(0, count) + 0.375);

const noiseOf = ({ count }: LevelSample, level: number): number =>
  count === null ? Infinity : Math.abs(anscombe(count.of) - anscombe(count.at(level))) / POISSON_SDS;

interface Distance {
  readonly isClimb: boolean;
  readonly sign: 1 | -1;
  readonly distance: number;
  /** In thresholds. */
  readonly strength: number;
}

/** Takes a value in the order of time. Returns the shift that it belongs to, if it is beyond and that has lasted. */
export function stepLevel(state: LevelShift, sample: LevelSample, options: ShiftOptions): Shift | null {
  const { at, log } = sample;
  if (state.count === 0) begin(state, sample);
  if (at < state.lastAt) return null;
  const minutes = Math.min(STEP_MINUTES_MAX, Math.max(STEP_MINUTES_MIN, (at - state.lastAt) / MINUTE_MS));
  const isKnown = state.count >= KNOWN_COUNT && at - state.firstAt >= KNOWN_MS;
  const isBeyond = isKnown && extendRun(state, sample, distanceOf(state, sample, options), minutes);
  if (isUsualNow(state, sample, options)) accept(state, log);
  const { run } = state;
  // Suspected values teach less.
  const weight = run === null ? 1 : Math.max(0, 1 - run.sum / OPEN_SUM);
  learn(state, log, at, options, weight);
  if (!isBeyond || run === null || run.sum < OPEN_SUM) return null;
  if (!options.isFailure && isScheduled(state, run)) return null;
  return run.isClimb || run.mean >= LEAST ? toShift(state, run, options.isFailure) : null;
}

function begin(state: LevelShift, { at, log }: LevelSample): void {
  const level = round(log);
  Object.assign(state, { firstAt: at, lastAt: at, level, high: level, recent: level });
}

/** A shift that has lasted for so long, or that turns out to be a slide. */
function isUsualNow(state: LevelShift, { at, log }: LevelSample, { followsDay, isTwoSided }: ShiftOptions): boolean {
  const { run, recent } = state;
  if (run === null) return false;
  const isSudden = Math.abs(log - recent) >= SUDDEN_SHARE * thresholdOf(state);
  // More traffic is no outage, and a service may have been idle at first.
  if (at - run.since > (isTwoSided && run.sign > 0 ? HIGH_KNOWN_MS : ACCEPTED_MS)) return true;
  return followsDay && run.openAt === at && !isSudden;
}

const thresholdOf = ({ spread, count }: LevelShift): number => Math.max(LEAST, SPREADS * shrunk(spread, count));

function distanceOf(
  state: LevelShift,
  sample: LevelSample,
  { strictness, isTwoSided, climbMin, rest }: ShiftOptions,
): Distance {
  const { level, high, recent } = state;
  const off = sample.log - level;
  const sign = off >= 0 ? 1 : -1;
  const bar = strictness * thresholdOf(state);
  const strength = sign > 0 || isTwoSided ? Math.min(Math.abs(off) / bar, noiseOf(sample, level)) : 0;
  if (strength < 1 && rest !== null && recent >= high) {
    // A step grows once. The means part later, when the value is near the recent one.
    const now = (sample.log - recent) / RECENT_MS;
    const pace = Math.min(now, Math.max(sample.pace, (recent - level) / BEHIND_MS));
    const filling = (FULL_MS * pace) / (strictness * Math.max(1e-9, rest(recent)));
    if (filling >= 1) return { isClimb: true, sign: 1, distance: recent - Math.min(high, level), strength: filling };
  }
  if (strength < 1 && climbMin !== null && sample.at - state.firstAt >= HIGH_KNOWN_MS) {
    const climb = Math.min(recent, sample.log) - high;
    const height = climb / (strictness * climbMin);
    if (height >= 1) return { isClimb: true, sign: 1, distance: climb, strength: height };
  }
  return { isClimb: false, sign, distance: Math.abs(off), strength };
}

/** Returns whether the value is beyond. */
function extendRun(
  state: LevelShift,
  { id, at, of, isRepeated }: LevelSample,
  found: Distance,
  minutes: number,
): boolean {
  const gain = minutes * (Math.min(of < VALUES_MIN ? 1 : MEAN_STRENGTH_MAX, found.strength) - DRIFT);
  let { run } = state;
  const goesOn = run !== null && (gain <= 0 || (run.sign === found.sign && run.isClimb === found.isClimb));
  if (run === null || !goesOn) {
    if (gain <= 0) return false;
    endRun(state);
    run = {
      since: at,
      isClimb: found.isClimb,
      sign: found.sign,
      sum: 0,
      count: 0,
      mean: 0,
      most: 0,
      openAt: 0,
      marks: [],
    };
    state.run = run;
  }
  run.sum = round(Math.min(SUM_MAX, run.sum + gain));
  if (run.sum <= 0) {
    endRun(state);
    return false;
  }
  if (run.sum >= OPEN_SUM && run.openAt === 0) run.openAt = at;
  if (gain <= 0) return false;
  if (!isRepeated || run.count === 0) run.count++;
  run.mean = round(run.mean + (found.distance - run.mean) / Math.min(run.count, MEAN_COUNT));
  run.most = Math.max(run.most, run.mean);
  if (run.marks.length < MARKS_MAX) run.marks.push([id, at]);
  else run.marks[MARKS_MAX - 1] = [id, at];
  return true;
}

function endRun(state: LevelShift): void {
  const { run, lastAt } = state;
  state.run = null;
  if (run === null || run.openAt === 0 || run.isClimb) return;
  // An hourly job would soon leave no place for the daily ones.
  const hours = matchesOf(state, run, HOURLY);
  const oldest = hours.length >= SCHEDULE_HOURS ? hours[0] : undefined;
  const kept = state.past.filter((past) => past !== oldest);
  state.past = [...kept, [run.since, run.sign * run.most, lastAt - run.since] as const].slice(-PAST_MAX);
}

function accept(state: LevelShift, log: number): void {
  const level = round(log);
  Object.assign(state, { run: null, level, high: level });
}

function toShift(state: LevelShift, run: ShiftRun, isFailure: boolean): Shift {
  const { isClimb, sign, since, mean, count, marks } = run;
  const usual = isClimb ? Math.min(state.high, state.level) : state.level;
  const bar = isClimb ? mean : thresholdOf(state);
  const isRecurring = isFailure
    ? isScheduled(state, run)
    : matchesOf(state, run, DAILY).length > 0 || matchesOf(state, run, HOURLY).length > 1;
  return {
    isClimb,
    sign,
    since,
    distance: mean,
    strength: mean / bar,
    leap: mean + sign * (state.level - state.recent),
    usual,
    values: count,
    isRecurring,
    knownMs: state.lastAt - state.firstAt,
    known: state.count,
    marks,
  };
}

interface Period {
  readonly lengthMs: number;
  readonly slackMs: number;
  /** How many periods ago it may have been. */
  readonly farthest: number;
}

/** The past shifts like this one at its time in one of the periods before, which lasted for as long, at most one of each. */
function matchesOf(
  { past, lastAt }: LevelShift,
  { since, sign, mean }: ShiftRun,
  { lengthMs, slackMs, farthest }: Period,
): PastShift[] {
  const found = new Map<number, PastShift>();
  for (const shift of past) {
    const [at, distance, lasted] = shift;
    const nth = Math.round((since - at) / lengthMs);
    const isThen = nth > 0 && nth <= farthest && Math.abs(since - at - nth * lengthMs) <= slackMs;
    const isOver = lasted > 0 && lastAt - since > lasted + slackMs;
    if (isThen && !isOver && sign * distance >= SCHEDULE_SHARE * mean) found.set(nth, shift);
  }
  return [...found.values()];
}

const isScheduled = (state: LevelShift, run: ShiftRun): boolean =>
  matchesOf(state, run, DAILY).length >= SCHEDULE_DAYS ||
  matchesOf(state, run, WEEKLY).length >= SCHEDULE_DAYS ||
  matchesOf(state, run, HOURLY).length >= SCHEDULE_HOURS;

function highRate({ firstAt, recent, high }: LevelShift, at: number, passed: number): number {
  if (recent <= high) return 1 - Math.exp(-passed / HIGH_FALL_MS);
  return at - firstAt < HIGH_KNOWN_MS ? 1 : 1 - Math.exp(-passed / HIGH_RISE_MS);
}

function learn(state: LevelShift, log: number, at: number, { followsDay }: ShiftOptions, weight: number): void {
  const levelMs = followsDay ? DAILY_LEVEL_MS : LEVEL_MS;
  const passed = at - state.lastAt;
  state.lastAt = at;
  state.recent = round(state.recent + (1 - Math.exp(-passed / RECENT_MS)) * (log - state.recent));
  if (weight === 0) return;
  const nth = 1 / (state.count + 1);
  const rate = weight * Math.max(nth, 1 - Math.exp(-passed / levelMs));
  const slow = weight * Math.max(nth, 1 - Math.exp(-passed / SPREAD_MS));
  const off = log - state.level;
  state.spread = round(state.spread + slow * (Math.abs(off) - state.spread));
  state.level = round(state.level + rate * off);
  state.high = round(state.high + weight * highRate(state, at, passed) * (state.recent - state.high));
  state.count = Math.min(state.count + 1, COUNT_MAX);
}
