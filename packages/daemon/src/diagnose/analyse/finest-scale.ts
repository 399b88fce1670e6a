import { isShareOfGood } from "./nature.ts";
import type { Signal } from "./signal.ts";

/** What is measured scatters by this share of its level at least. */
const SCALE_OF_LEVEL = 0.02;
/** What is counted scatters like the root of its level at least. */
export const countScale = (level: number): number => Math.sqrt(level + 0.5);

/** The times of a hop scatter by such a factor at least, as a logarithm. */
const HOP_SCALE = 0.15;

/** A scale that no signal can be finer than, however calm its past. `sorted` are its values. */
export function finestScale({ kind, name, counted }: Signal, sorted: Float64Array, median: number): number {
  if (kind === "hop") return HOP_SCALE;
  if (counted) return countScale(Math.abs(median));
  return SCALE_OF_LEVEL * Math.min(Math.abs(median), toTop(name, sorted, median));
}

/** How much a share of what goes well leaves: 99.9 and 99 % differ tenfold by what fails. */
function toTop(name: string, sorted: Float64Array, median: number): number {
  const most = sorted.at(-1) ?? 0;
  if (!isShareOfGood(name) || most > 100) return Number.POSITIVE_INFINITY;
  return Math.abs((most <= 1 ? 1 : 100) - median);
}
