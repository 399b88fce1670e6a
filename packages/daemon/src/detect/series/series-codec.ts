import type { LevelShift, ShiftRun } from "../../methods/golden-signals/level-shift.ts";
import { goldenSignals } from "../../methods/golden-signals/metric-meaning.ts";
import { decodeModel } from "../../methods/metric-series/series-model-codec.ts";
import { evidenceTrailCodec, marksCodec } from "../../methods/state/evidence-trail.ts";
import {
  asArray,
  asNumber,
  asString,
  asTextOrNull,
  type Codec,
  flagCodec,
  jsonList,
  jsonOf,
  nullableCodec,
  numberCodec,
  numberFields,
  textCodec,
  tupleCodec,
  tupleDecoder,
} from "../../methods/state/stored-json.ts";
import { type Counters, createCounters } from "./counter-growth.ts";
import { errorRateCodec } from "./error-rate-codec.ts";
import type { GoldenSeries, SumAndCount } from "./golden-series.ts";
import { type DeviationOnset, modelText, type Series } from "./metric-series.ts";
import type { Instance } from "./series-key.ts";
import { type Breach, createBreach } from "./threshold-breach.ts";

const onsetCodec: Codec<DeviationOnset | null> = nullableCodec({
  encode: (onset: DeviationOnset): unknown =>
    onset.kind === "far"
      ? [onset.kind, onset.since, onset.marks, onset.usual, onset.margin, onset.score]
      : [onset.kind, onset.since, onset.marks],
  decode(stored): DeviationOnset {
    const [kind, since, marks, usual, margin, score] = asArray(stored);
    const begun = { since: asNumber(since), marks: marksCodec.decode(marks) };
    if (kind === "flat") return { kind, ...begun };
    if (kind !== "far") throw new TypeError("stored state: no onset");
    return { kind, ...begun, usual: asNumber(usual), margin: asNumber(margin), score: asNumber(score) };
  },
});

const runCodec = nullableCodec(
  tupleCodec<ShiftRun>({
    since: numberCodec,
    isClimb: flagCodec,
    sign: { encode: (sign) => sign, decode: (stored) => (asNumber(stored) < 0 ? -1 : 1) },
    ...numberFields("sum", "count", "mean", "openAt"),
    marks: marksCodec,
    // States from before this field have none.
    most: { encode: (most) => most, decode: (stored) => asNumber(stored ?? 0) },
  }),
);

const decodeShift = tupleDecoder<LevelShift>({
  ...numberFields("firstAt", "lastAt", "count", "level", "spread", "high"),
  run: runCodec,
  past: {
    decode: (stored) =>
      asArray(stored)
        .map(asArray)
        .map(([at, distance, lengthMs]) => [asNumber(at), asNumber(distance), asNumber(lengthMs ?? 0)]),
  },
  recent: numberCodec,
});

const pairCodec = nullableCodec<SumAndCount>({
  encode: (pair) => pair,
  decode: (stored) => [asNumber(asArray(stored)[0]), asNumber(asArray(stored)[1])],
});
const rateCodec = nullableCodec(errorRateCodec);

const decodeGolden = tupleDecoder<GoldenSeries>({
  signal: { decode: (stored) => goldenSignals[asNumber(stored)] ?? "traffic" },
  isCounter: flagCodec,
  raw: { decode: (stored) => (stored === null ? null : asNumber(stored)) },
  rawAt: numberCodec,
  ...numberFields("sum", "values", "counted", "minutes", "stepAt"),
  shift: { decode: decodeShift },
  // States from before these fields have none.
  pair: { decode: (stored) => pairCodec.decode(stored ?? 0) },
  rate: { decode: (stored) => rateCodec.decode(stored ?? 0) },
  behind: { decode: (stored) => asNumber(stored ?? 0) },
});

/** In the order of the fields above. `tupleCodec` takes twice as long, and most of what a batch changes are series. */
const goldenCodec = nullableCodec<GoldenSeries>({
  encode({ signal, isCounter, raw, rawAt, sum, values, counted, minutes, stepAt, shift, pair, rate, behind }) {
    const { firstAt, lastAt, count, level, spread, high, run, past, recent } = shift;
    const stored = [firstAt, lastAt, count, level, spread, high, runCodec.encode(run), past, recent];
    const index = goldenSignals.indexOf(signal);
    const common = [index, flagCodec.encode(isCounter), raw, rawAt, sum, values, counted, minutes, stepAt, stored];
    return pair === null && rate === null
      ? common
      : [...common, pairCodec.encode(pair), rateCodec.encode(rate), behind];
  },
  decode: decodeGolden,
});

const instanceCodec = nullableCodec(tupleCodec<Instance>({ group: textCodec, name: textCodec }));

export const encodeSeries = (series: Series): unknown[] => [
  series.name,
  series.environment,
  instanceCodec.encode(series.instance),
  series.intervalMs,
  series.minute,
  series.sum,
  series.count,
  series.lastId,
  series.lastAt,
  modelText(series),
  onsetCodec.encode(series.onset),
  goldenCodec.encode(series.golden),
  series.steadyFrom,
  series.seenAt,
];

export function decodeSeries(stored: readonly unknown[]): Series {
  const [name, environment, instance, intervalMs, minute, sum, count, lastId, lastAt, ...learned] = stored;
  const [model, onset, golden, steadyFrom, seenAt] = learned;
  return {
    name: asString(name),
    environment: asTextOrNull(environment),
    instance: instanceCodec.decode(instance),
    intervalMs: asNumber(intervalMs),
    minute: asNumber(minute),
    sum: asNumber(sum),
    count: asNumber(count),
    lastId: asString(lastId),
    lastAt: asNumber(lastAt),
    steadyFrom: asNumber(steadyFrom),
    seenAt: asNumber(seenAt),
    model: decodeModel(asString(model)),
    modelText: asString(model),
    onset: onsetCodec.decode(onset),
    golden: goldenCodec.decode(golden),
    json: null,
  };
}

export const breachCodec = tupleCodec<Breach>(
  {
    ...numberFields("since", "lastAt", "last", "worst", "intervalMs"),
    growth: {
      encode: (growth) => growth,
      decode: (stored) => asArray(stored).map((step) => [asNumber(asArray(step)[0]), asNumber(asArray(step)[1])]),
    },
    trail: evidenceTrailCodec,
    instance: instanceCodec,
  },
  () => createBreach(0, 0, null),
);

export function encodeCounters({ rejectedAt, fullUntil, followed }: Counters): string {
  const each = Array.from(followed, ([digest, counter]) =>
    jsonOf(counter, ({ last, lastAt, intervalMs }) => [digest, last, lastAt, intervalMs]),
  );
  return `[${rejectedAt},${fullUntil},${jsonList(each)}]`;
}

export function decodeCounters(stored: unknown): Counters {
  const [rejectedAt, fullUntil, followed] = asArray(stored);
  const counters: Counters = { ...createCounters(), rejectedAt: asNumber(rejectedAt), fullUntil: asNumber(fullUntil) };
  for (const each of asArray(followed)) {
    const [digest, last, lastAt, intervalMs] = asArray(each).map(asNumber) as [number, number, number, number];
    counters.followed.set(digest, { last, lastAt, intervalMs: asNumber(intervalMs), json: null });
  }
  return counters;
}
