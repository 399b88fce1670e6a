import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { type ShiftOptions, stepLevel } from "../../methods/golden-signals/level-shift.ts";
import { type GoldenSignal, type MetricMeaning, SLOWEST } from "../../methods/golden-signals/metric-meaning.ts";
import { RATIO_MAX } from "../detection-bounds.ts";
import { stepRate } from "./failing-requests.ts";
import {
  badnessOf,
  badnessOfShift,
  type GoldenPoint,
  type GoldenSeries,
  type GoldenShift,
  isReciprocal,
  offsetOf,
  scaleOf,
} from "./golden-series.ts";
import { meanTime } from "./mean-time.ts";

/** Memory climbs by leaks and nothing else for hours; the others must climb as far as they would have to jump. */
const CLIMB_MIN: Readonly<Record<GoldenSignal, number | null>> = {
  latency: Math.log(3),
  traffic: null,
  errors: null,
  "error share": null,
  availability: null,
  hits: null,
  queue: Math.log(3),
  memory: Math.log(1.2),
  saturation: null,
  disk: Math.log(1.2),
  replicas: null,
};

/** Requests, and what grows with them. */
const FOLLOW_DAY: ReadonlySet<GoldenSignal> = new Set(["traffic", "saturation", "replicas"]);

const FAILURES: ReadonlySet<GoldenSignal> = new Set(["errors", "error share", "availability"]);

const STEP_MS = 50 * SECOND_MS;

/** Takes a value, and returns the shift that it belongs to once that has lasted. */
export function stepGolden(
  golden: GoldenSeries,
  meaning: MetricMeaning,
  point: GoldenPoint,
  strictness: number,
): GoldenShift | null {
  const { id, at, value, gapMs } = point;
  const { raw, rawAt, isCounter } = golden;
  if (at <= rawAt) return null;
  // Some write 0 where there was no request.
  if (meaning.quantile === SLOWEST && value === 0) return null;
  const times = meaning.isSum ? meanTime(golden, point) : undefined;
  const passed = Math.min(at - rawAt, gapMs) / MINUTE_MS;
  golden.raw = value;
  golden.rawAt = at;
  let [read, counted, minutes] = meaning.isRate ? [value, value * meaning.factor * passed, passed] : [value, value, 1];
  if (meaning.isSum) {
    if (times === undefined) return null;
    [read, counted] = [times.mean, times.of];
  } else if (isCounter) {
    // After a gap the mean growth is no present one.
    if (raw === null || value < raw || at - rawAt > gapMs) return null;
    counted = value - raw;
    minutes = passed;
    read = counted / minutes;
  }
  const isCount =
    (meaning.signal === "traffic" || meaning.signal === "errors") && (meaning.isRate || Number.isInteger(counted));
  const offset = offsetOf(meaning);
  const badness = badnessOf(meaning, read);
  golden.sum += Math.log(badness + offset);
  golden.values++;
  golden.counted += counted;
  golden.minutes += minutes;
  // Values that come more often than once a minute are judged by their mean.
  if (at - golden.stepAt < STEP_MS) return null;
  const { sum, values, counted: of, minutes: over, stepAt } = golden;
  Object.assign(golden, { sum: 0, values: 0, counted: 0, minutes: 0, stepAt: at });
  const count = { of, at: (level: number) => over * (Math.exp(level) - offset) };
  const isRepeated = meaning.signal === "latency" && value === raw;
  const rest = restOf(meaning, offset);
  const isPaced = rest !== null && raw !== null;
  const pace = isPaced ? Math.log((badness + offset) / (badnessOf(meaning, raw) + offset)) / (at - rawAt) : 0;
  const sample = { id, at, isRepeated, log: sum / values, of: values, pace, count: isCount ? count : null };
  const options: ShiftOptions = {
    followsDay: FOLLOW_DAY.has(meaning.signal),
    isFailure: FAILURES.has(meaning.signal),
    isTwoSided: meaning.signal === "traffic",
    climbMin: CLIMB_MIN[meaning.signal],
    rest,
    strictness,
  };
  const shift = stepLevel(golden.shift, sample, options);
  golden.behind = meaning.isSum && golden.shift.run !== null ? golden.behind + of : 0;
  const requests = meaning.isOfRequests ? point.requests() : undefined;
  const elapsed = Math.max(over, Math.min(at - stepAt, gapMs) / MINUTE_MS);
  const rise =
    requests === undefined ? null : stepRate(golden, sample, Math.max(0, of), { requests, minutes: elapsed });
  const common = { meaning, behind: golden.behind };
  if (shift !== null) {
    const valueAt = (log: number) => rawOf(meaning, Math.max(0, Math.exp(log) - offset), read);
    const failed = badnessOfShift({ ...shift, meaning });
    const isAmong = requests !== undefined && failed <= RATIO_MAX * requests;
    const share = isAmong ? (rise?.share ?? failed / Math.max(failed, requests)) : undefined;
    const value = values === 1 ? read : valueAt(sample.log);
    const isAMinute = isCounter && !meaning.isSum;
    return { ...common, ...shift, value, usualValue: valueAt(shift.usual), isAMinute, share };
  }
  return rise === null ? null : { ...common, ...rise, isAMinute: true };
}

/** A disk in percent is full at 100. Free bytes shrink by e in the time in which they would be used up. */
function restOf(meaning: MetricMeaning, offset: number): ShiftOptions["rest"] {
  if (meaning.signal !== "disk") return null;
  if (isReciprocal(meaning)) return () => 1;
  return meaning.isPercent ? (log) => Math.log(100 + offset) - log : null;
}

/** A badness in the unit of the metric. */
function rawOf(meaning: MetricMeaning, badness: number, like: number): number {
  const { signal, factor } = meaning;
  if (meaning.isLeft) return isReciprocal(meaning) ? 1 / badness - 1 : (100 - badness) / factor;
  return (signal === "availability" || signal === "hits" ? 1 - badness : badness) / scaleOf(meaning, like);
}
