// The method: docs/methods/trend.md
import { short } from "./rounding.ts";

/**
 * Finds slow changes, such as leaks, by the means of four-hour blocks. A daily cycle rises for twelve hours at most, so
 * it never fills five blocks.
 */
export interface TrendState {
  /** The current block since 1970, with its mean and number of values. */
  block: number;
  mean: number;
  count: number;
  /** Means of the last blocks, the oldest first. */
  blocks: number[];
  /** The range of the means before those; null if there are none. */
  low: number | null;
  high: number | null;
  rise: number;
  fall: number;
}

/** Blocks that each went further than the one before, out of the known range. */
export interface Trend {
  readonly from: number;
  readonly to: number;
  /** The end of the known range in this direction. */
  readonly furthest: number;
  /** The largest earlier movement in that time. */
  readonly most: number;
}

const BLOCK_MINUTES = 240;
export const BLOCKS_MAX = 5;
export const TREND_MINUTES = BLOCKS_MAX * BLOCK_MINUTES;
/** The least distance beyond the range, as a share of it. */
const BEYOND_SHARE = 0.5;
/** The least multiple of the largest earlier movement, since steady growth is no trend. */
const PACE_TIMES = 1.25;
/** A larger share in one step is a jump, not a trend. */
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

function pushBack(state: TrendState): void {
  const mean = state.blocks.shift();
  if (mean === undefined) return;
  const { low, high } = state;
  state.high = high === null || mean > high ? mean : short(high + (mean - high) / KEPT_BLOCKS);
  state.low = low === null || mean < low ? mean : short(low + (mean - low) / KEPT_BLOCKS);
}

interface BlockSteps {
  readonly length: number;
  readonly furthest: number;
  readonly isSteady: boolean;
  readonly goesOn: boolean;
  readonly longestStep: number;
}

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

/** `least` is the smallest meaningful movement. */
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

/** A movement is learned when it is over or fills all blocks. */
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

/** Adds a value, and returns the trend that a completed block shows. */
export function updateTrend(state: TrendState, value: number, minute: number, least: number): Trend | null {
  const block = Math.max(0, Math.floor(minute / BLOCK_MINUTES));
  let climb: Trend | null = null;
  if (block !== state.block) {
    if (state.count > 0) climb = closeBlock(state, least);
    if (block !== state.block + 1) while (state.blocks.length > 0) pushBack(state);
    state.block = block;
    state.mean = 0;
    state.count = 0;
  }
  state.count++;
  state.mean = short(state.mean + (value - state.mean) / state.count);
  return climb;
}
