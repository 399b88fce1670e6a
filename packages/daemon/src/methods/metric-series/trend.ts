// The method: docs/methods/trend.md
import { short } from "./rounding.ts";

/**
 * The state that finds slow changes, such as a leak. It keeps the means of the last blocks of four hours, their range before,
 * and the most that they moved in that time. A daily cycle rises for twelve hours at most, so it never fills five blocks.
 */
export interface TrendState {
  /** The current block, counted from 1970, its mean and its number of values. */
  block: number;
  mean: number;
  count: number;
  /** Means of the last blocks, the oldest first, {@link BLOCKS_MAX} at most. */
  blocks: number[];
  /** The least and the greatest mean before those; null: none was. */
  low: number | null;
  high: number | null;
  /** The most that it rose and fell, within so many blocks, so far. */
  rise: number;
  fall: number;
}

/** Blocks that each went further than the one before, out of the known range. */
export interface Trend {
  readonly from: number;
  readonly to: number;
  /** The end of the known range in this direction. */
  readonly furthest: number;
  /** The most that the series moved in that time before. */
  readonly most: number;
}

const BLOCK_MINUTES = 240;
export const BLOCKS_MAX = 5;
/** The duration of the blocks of a trend. */
export const TREND_MINUTES = BLOCKS_MAX * BLOCK_MINUTES;
/** The least distance beyond the known range, as a share of that range. */
const BEYOND_SHARE = 0.5;
/** The least multiple of the most that it moved in that time before: steady growth is no trend. */
const PACE_TIMES = 1.25;
/** A single step of a larger share is a jump, which the series model finds. */
const STEP_SHARE_MAX = 0.6;
/** Ranges and paces decay over about two months. */
const KEPT_BLOCKS = 360;

export const createTrendState = (): TrendState => ({
  block: 0,
  mean: 0,
  count: 0,
  blocks: [],
  low: null,
  high: null,
  rise: 0,
  fall: 0,
});

/** Moves the oldest block into the known range. */
function pushBack(state: TrendState): void {
  const mean = state.blocks.shift();
  if (mean === undefined) return;
  const { low, high } = state;
  state.high = high === null || mean > high ? mean : short(high + (mean - high) / KEPT_BLOCKS);
  state.low = low === null || mean < low ? mean : short(low + (mean - low) / KEPT_BLOCKS);
}

/** The steps of the last blocks, seen in one direction. */
interface BlockSteps {
  readonly length: number;
  /** The largest movement between any two blocks. */
  readonly furthest: number;
  /** True if every block went further than the one before. */
  readonly isSteady: boolean;
  /** True if the last step went in this direction. */
  readonly goesOn: boolean;
  readonly longestStep: number;
}

/** `sign`: 1 upwards, -1 downwards. */
function blockStepsOf(blocks: readonly number[], sign: 1 | -1): BlockSteps {
  const steps = blocks.slice(1).map((mean, index) => sign * (mean - (blocks[index] as number)));
  let furthest = 0;
  let ongoing = 0;
  for (const step of steps) {
    ongoing = Math.max(0, ongoing + step);
    furthest = Math.max(furthest, ongoing);
  }
  return {
    length: steps.reduce((sum, step) => sum + step, 0),
    furthest,
    isSteady: steps.every((step) => step > 0),
    goesOn: (steps.at(-1) ?? 0) > 0,
    longestStep: Math.max(...steps),
  };
}

/** `least` is the smallest movement that is meaningful. */
function trendIn(
  { blocks, low, high, rise, fall }: TrendState,
  sign: 1 | -1,
  steps: BlockSteps,
  least: number,
): Trend | null {
  if (!steps.isSteady || low === null || high === null) return null;
  const [from, to] = [blocks[0] as number, blocks[BLOCKS_MAX - 1] as number];
  const furthest = sign > 0 ? high : low;
  const most = sign > 0 ? rise : fall;
  const isFaster = steps.length >= least && steps.length > PACE_TIMES * most;
  const isBeyond = sign * (to - furthest) > BEYOND_SHARE * Math.max(high - low, least);
  return isFaster && isBeyond && steps.longestStep <= STEP_SHARE_MAX * steps.length
    ? { from, to, furthest, most }
    : null;
}

/** A movement counts as known when it is over or fills all blocks. */
const learnPace = (known: number, { furthest, isSteady, goesOn }: BlockSteps): number =>
  goesOn && !isSteady ? known : Math.max(short(known * (1 - 1 / KEPT_BLOCKS)), short(furthest));

function closeBlock(state: TrendState, least: number): Trend | null {
  const { blocks } = state;
  if (blocks.length >= BLOCKS_MAX) pushBack(state);
  blocks.push(state.mean);
  if (blocks.length < BLOCKS_MAX) return null;
  const [up, down] = [blockStepsOf(blocks, 1), blockStepsOf(blocks, -1)];
  const climb = trendIn(state, 1, up, least) ?? trendIn(state, -1, down, least);
  state.rise = learnPace(state.rise, up);
  state.fall = learnPace(state.fall, down);
  return climb;
}

/** Adds a value. Returns the trend that a completed block shows, or null. */
export function updateTrend(state: TrendState, value: number, minute: number, least: number): Trend | null {
  const block = Math.max(0, Math.floor(minute / BLOCK_MINUTES));
  let climb: Trend | null = null;
  if (block !== state.block) {
    if (state.count > 0) climb = closeBlock(state, least);
    // The values between are unknown.
    if (block !== state.block + 1) while (state.blocks.length > 0) pushBack(state);
    state.block = block;
    state.mean = 0;
    state.count = 0;
  }
  state.count++;
  state.mean = short(state.mean + (value - state.mean) / state.count);
  return climb;
}
