import { decodeModel } from "../../methods/metric-series/series-model-codec.ts";
import { jsonOf, listOf } from "../../methods/state/cached-json.ts";
import { decodeEvidenceTrail, decodeMarks, encodeEvidenceTrail } from "../../methods/state/evidence-trail-codec.ts";
import { asArray, asNumber, asString, asTextOrNull } from "../../methods/state/json-shape.ts";
import { type Counters, createCounters } from "./counter-growth.ts";
import type { DeviationOnset, TrendOnset } from "./deviation-onset.ts";
import { modelText, type Series } from "./metric-series.ts";
import type { Instance } from "./series-key.ts";
import type { Breach } from "./threshold-breach.ts";

function encodeOnset(onset: DeviationOnset | null): unknown {
  if (onset === null) return 0;
  const { kind, since, marks } = onset;
  switch (kind) {
    case "far":
      return [kind, since, marks, onset.usual, onset.margin, onset.score, encodeOnset(onset.drift)];
    case "flat":
      return [kind, since, marks];
    case "drift":
      return [kind, since, marks, onset.from, onset.to, onset.furthest, onset.most];
  }
}

function decodeOnset(value: unknown): DeviationOnset | null {
  if (value === 0) return null;
  const [kind, ...parts] = asArray(value);
  const begun = { since: asNumber(parts[0]), marks: decodeMarks(parts[1]) };
  const number = (index: number): number => asNumber(parts[index]);
  switch (kind) {
    case "far":
      return { kind, ...begun, usual: number(2), margin: number(3), score: number(4), drift: decodeDrift(parts[5]) };
    case "flat":
      return { kind, ...begun };
    case "drift":
      return { kind, ...begun, from: number(2), to: number(3), furthest: number(4), most: number(5) };
    default:
      throw new TypeError("stored state: no onset");
  }
}

function decodeDrift(value: unknown): TrendOnset | null {
  const onset = decodeOnset(value);
  return onset?.kind === "drift" ? onset : null;
}

const encodeInstance = (instance: Instance | null): unknown =>
  instance === null ? 0 : [instance.group, instance.name];

function decodeInstance(value: unknown): Instance | null {
  if (value === 0) return null;
  const [group, name] = asArray(value);
  return { group: asString(group), name: asString(name) };
}

export const encodeSeries = (series: Series): unknown[] => [
  series.name,
  series.environment,
  encodeInstance(series.instance),
  series.intervalMs,
  series.minute,
  series.sum,
  series.count,
  series.lastId,
  series.lastAt,
  modelText(series),
  encodeOnset(series.onset),
];

export function decodeSeries([
  name,
  environment,
  instance,
  intervalMs,
  minute,
  sum,
  count,
  lastId,
  lastAt,
  model,
  onset,
]: readonly unknown[]): Series {
  return {
    name: asString(name),
    environment: asTextOrNull(environment),
    instance: decodeInstance(instance),
    intervalMs: asNumber(intervalMs),
    minute: asNumber(minute),
    sum: asNumber(sum),
    count: asNumber(count),
    lastId: asString(lastId),
    lastAt: asNumber(lastAt),
    model: decodeModel(asString(model)),
    modelText: asString(model),
    onset: decodeOnset(onset),
    json: null,
  };
}

export const encodeBreach = (breach: Breach): unknown[] => [
  breach.since,
  breach.lastAt,
  breach.last,
  breach.worst,
  breach.intervalMs,
  breach.growth,
  encodeEvidenceTrail(breach.trail),
  encodeInstance(breach.instance),
];

export function decodeBreach([
  since,
  lastAt,
  last,
  worst,
  intervalMs,
  growth,
  trail,
  instance,
]: readonly unknown[]): Breach {
  return {
    since: asNumber(since),
    lastAt: asNumber(lastAt),
    last: asNumber(last),
    worst: asNumber(worst),
    intervalMs: asNumber(intervalMs),
    growth: asArray(growth).map((step) => {
      const [at, by] = asArray(step);
      return [asNumber(at), asNumber(by)];
    }),
    trail: decodeEvidenceTrail(trail),
    instance: decodeInstance(instance),
    json: null,
  };
}

export function encodeCounters({ turnedAwayAt, fullUntil, followed }: Counters): string {
  const each = Array.from(followed, ([digest, counter]) =>
    jsonOf(counter, ({ last, lastAt, intervalMs }) => [digest, last, lastAt, intervalMs]),
  );
  return `[${turnedAwayAt},${fullUntil},${listOf(each)}]`;
}

export function decodeCounters(value: unknown): Counters {
  const [turnedAwayAt, fullUntil, followed] = asArray(value);
  const counters = createCounters();
  counters.turnedAwayAt = asNumber(turnedAwayAt);
  counters.fullUntil = asNumber(fullUntil);
  for (const each of asArray(followed)) {
    const [digest, last, lastAt, intervalMs] = asArray(each);
    counters.followed.set(asNumber(digest), {
      last: asNumber(last),
      lastAt: asNumber(lastAt),
      intervalMs: asNumber(intervalMs),
      json: null,
    });
  }
  return counters;
}
