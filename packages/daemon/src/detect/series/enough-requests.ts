import { MINUTE_MS } from "../../kernel/clock.ts";
import { POISSON_SDS } from "../../methods/golden-signals/level-shift.ts";
import { requestsAMinute } from "./failing-requests.ts";
import { badnessOfShift, type GoldenSeriesMap, type GoldenShift, isShareSignal } from "./golden-series.ts";

/**
 * So many requests must have been slow, or must have failed, before a quantile or a share of them says anything. There
 * is at least one behind each value.
 */
const REQUESTS_MIN = 5;
/** Where the number of requests isn't known, a high quantile must last for this time, or be twice the threshold away. */
const SURE_STRENGTH = 2;
const UNKNOWN_MS = 5 * MINUTE_MS;
const HIGH_QUANTILE = 0.9;

/** True if enough requests lie behind a shift of a latency or a share. */
export function isEnough(
  series: GoldenSeriesMap,
  shift: GoldenShift,
  at: number,
  intervalMs: number,
  quantile = shift.meaning.quantile,
): boolean {
  const { since, strength, values, distance, behind } = shift;
  const { signal, isSum } = shift.meaning;
  // The times of requests scatter by a factor of e, so that a mean of few says little.
  if (isSum) return behind >= REQUESTS_MIN && distance * Math.sqrt(behind) >= POISSON_SDS;
  const isShare = isShareSignal(signal);
  if ((!isShare && signal !== "latency") || values >= REQUESTS_MIN) return true;
  // A probe is no request.
  if (signal === "availability" && values > 1 && strength >= SURE_STRENGTH) return true;
  const lasts = at - since + Math.min(intervalMs, UNKNOWN_MS);
  const requests = requestsAMinute(series);
  if (requests === undefined)
    return isShare || quantile < HIGH_QUANTILE || strength >= SURE_STRENGTH || lasts >= UNKNOWN_MS;
  const share = isShare ? badnessOfShift(shift) : 1 - quantile;
  return requests * share * (lasts / MINUTE_MS) >= REQUESTS_MIN;
}
