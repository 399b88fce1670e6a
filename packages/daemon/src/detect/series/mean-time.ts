import { SECOND_MS } from "../../kernel/clock.ts";
import type { GoldenPoint, GoldenSeries, SumAndCount } from "./golden-series.ts";

/** The sum with the count of the same scrape, within a second; where counts come after sums, that of the scrape before. */
function latestPair({ raw, rawAt }: GoldenSeries, { at, value, counting }: GoldenPoint): SumAndCount | null {
  if (counting === null || counting.raw === null) return null;
  if (Math.abs(at - counting.rawAt) <= SECOND_MS) return [value, counting.raw];
  return raw !== null && Math.abs(rawAt - counting.rawAt) <= SECOND_MS ? [raw, counting.raw] : null;
}

/** The mean time of the requests since the pair before, and their number; undefined if there were none. */
export function meanTime(
  golden: GoldenSeries,
  point: GoldenPoint,
): { readonly mean: number; readonly of: number } | undefined {
  const latest = latestPair(golden, point);
  const before = golden.isCounter ? golden.pair : ([0, 0] as const);
  if (latest === null) return undefined;
  golden.pair = latest;
  if (before === null) return undefined;
  const [time, of] = [latest[0] - before[0], latest[1] - before[1]];
  return time > 0 && of > 0 ? { mean: time / of, of } : undefined;
}
