import { MINUTE_MS } from "../../kernel/clock.ts";
import { acceptFlatline } from "../../methods/metric-series/flatline.ts";
import { precise, round } from "../../methods/metric-series/rounding.ts";
import { gapMax, INTERVAL_MS_MAX, nextInterval, overdueAfter } from "../../methods/metric-series/sampling-interval.ts";
import { isCountingName } from "../../methods/metric-series/series-kind.ts";
import {
  createModel,
  FAR_TIMES,
  type Judgement,
  judge,
  read,
  type SeriesModel,
} from "../../methods/metric-series/series-model.ts";
import { encodeModel } from "../../methods/metric-series/series-model-codec.ts";
import type { Mark } from "../../methods/state/evidence-trail.ts";
import type { CachedJson } from "../../methods/state/stored-json.ts";
import { SERIES_MAX } from "../detection-bounds.ts";
import type { GoldenSeries } from "./golden-series.ts";
import type { Instance } from "./series-key.ts";

interface Begun {
  readonly since: number;
  readonly marks: Mark[];
}

/** Far from the previous usual value. */
export interface FarOnset extends Begun {
  readonly kind: "far";
  readonly usual: number;
  /** The deviation is over below this distance from the usual value. */
  readonly margin: number;
  readonly score: number;
}

/** The value doesn't change. */
export interface FlatOnset extends Begun {
  readonly kind: "flat";
}

export type DeviationOnset = FarOnset | FlatOnset;

/** True if it exceeds the score; flatlines have none. */
export const passes = (onset: DeviationOnset, minScore: number): boolean =>
  onset.kind !== "far" || onset.score >= minScore;

/** One metric of a service with one set of labels: the current minute and the model. */
export interface Series extends CachedJson {
  readonly name: string;
  readonly environment: string | null;
  readonly instance: Instance | null;
  intervalMs: number;
  minute: number;
  sum: number;
  count: number;
  lastId: string;
  lastAt: number;
  /** Where the time of the service stood when the last value came; values may be dated minutes earlier. */
  seenAt: number;
  /** Since then, in that time, no value has been missing. */
  steadyFrom: number;
  readonly model: SeriesModel;
  modelText: string | null;
  onset: DeviationOnset | null;
  /** Null for a metric without a known meaning. */
  golden: GoldenSeries | null;
}

/** A deviation counts once it has lasted this long. */
const ONSET_MINUTES_MIN = 3;
/** After this time a deviation is the new usual. */
const FAR_MINUTES_MAX = 6 * 60;
const FLAT_MINUTES_MAX = 24 * 60;
const ONSET_MARKS_MAX = 10;

/** Evicts the most overdue series if the limit is reached. False if all are in use. */
export function evictIdleSeries(series: Map<string, Series>, minute: number): boolean {
  if (series.size < SERIES_MAX) return true;
  let idle: string | undefined;
  let longest = -1;
  for (const [key, one] of series) {
    const overdue = (minute - one.minute) * MINUTE_MS - gapMax(one.intervalMs);
    if (overdue <= longest) continue;
    longest = overdue;
    idle = key;
  }
  if (idle === undefined) return false;
  series.delete(idle);
  return true;
}

/** Removes a series without a golden signal, so that one with it has space. False if there is none. */
export function evictMeaninglessSeries(series: Map<string, Series>): boolean {
  for (const [key, { golden }] of series) if (golden === null) return series.delete(key);
  return false;
}

export const createSeries = (
  name: string,
  environment: string | null,
  instance: Instance | null,
  minute: number,
): Series => ({
  name,
  environment,
  instance,
  intervalMs: 0,
  minute,
  sum: 0,
  count: 0,
  lastId: "",
  lastAt: 0,
  seenAt: minute * MINUTE_MS,
  steadyFrom: minute * MINUTE_MS,
  model: createModel(),
  modelText: null,
  onset: null,
  golden: null,
  json: null,
});

/** Notes that a value came at this time of the service. */
export function noteArrival(series: Series, now: number): void {
  series.json = null;
  if (now - series.seenAt > overdueAfter(series.intervalMs)) series.steadyFrom = now;
  series.seenAt = Math.max(series.seenAt, now);
}

/** Takes a value. The first value of a minute closes the one before, and returns its judgement. */
export function gather(series: Series, minute: number, value: number, id: string, at: number): Judgement | null {
  if (minute < series.minute) return null;
  series.json = null;
  let judgement: Judgement | null = null;
  if (minute > series.minute) {
    if (series.count > 0) judgement = closeMinute(series);
    const sinceLast = (minute - series.minute) * MINUTE_MS;
    // A long pause, such as after a backfill, says nothing about a known interval.
    if (series.intervalMs === 0 || sinceLast < INTERVAL_MS_MAX)
      series.intervalMs = nextInterval(series.intervalMs, sinceLast);
    series.minute = minute;
    series.sum = 0;
    series.count = 0;
  }
  series.sum += value;
  series.count++;
  series.lastId = id;
  series.lastAt = at;
  return judgement;
}

function closeMinute(series: Series): Judgement | null {
  series.modelText = null;
  const mean = series.count === 1 ? series.sum : precise(series.sum / series.count);
  const reading = read(series.model, mean, series.minute, isCountingName(series.name));
  return reading === null ? null : judge(series.model, reading);
}

/** Encoded when the model has changed, once a minute. */
export function modelText(series: Series): string {
  series.modelText ??= encodeModel(series.model);
  return series.modelText;
}

/** A value holds until the next one is due, but not for longer if that one is late. */
const hasLasted = ({ minute, intervalMs }: Series, { since }: FarOnset, { step }: Judgement): boolean =>
  (minute - since) * MINUTE_MS + Math.min(intervalMs, step * MINUTE_MS) >= ONSET_MINUTES_MIN * MINUTE_MS;

/** Keeps the first marks and the last one, which shows how long the deviation lasted. */
function addTo({ marks }: DeviationOnset, mark: Mark): void {
  if (marks.length < ONSET_MARKS_MAX) marks.push(mark);
  else marks[ONSET_MARKS_MAX - 1] = mark;
}

function isOver({ minute, model }: Series, onset: DeviationOnset, { value, isStuck }: Judgement): boolean {
  const minutes = minute - onset.since;
  if (onset.kind === "far") return Math.abs(value - onset.usual) < onset.margin || minutes > FAR_MINUTES_MAX;
  if (isStuck && minutes > FLAT_MINUTES_MAX) acceptFlatline(model.flatline);
  return !isStuck || minutes > FLAT_MINUTES_MAX;
}

function begin(series: Series, judgement: Judgement, minScore: number, mark: Mark): DeviationOnset | null {
  const since = series.minute;
  const off = Math.abs(judgement.value - judgement.usual);
  if (judgement.score >= minScore && off >= FAR_TIMES * judgement.scale) {
    const score = round(judgement.score);
    return { kind: "far", since, usual: judgement.usual, margin: round(off / 2), score, marks: [mark] };
  }
  return series.onset === null && judgement.isStuck ? { kind: "flat", since, marks: [mark] } : null;
}

/**
 * Follows a deviation from its onset until the value is back or the new usual. Null without a deviation that lasted long
 * enough.
 */
export function followOnset(series: Series, judgement: Judgement, minScore: number, mark: Mark): DeviationOnset | null {
  const { onset } = series;
  series.json = null;
  if (onset !== null && isOver(series, onset, judgement)) {
    series.onset = null;
    return null;
  }
  const begun = onset?.kind === "far" ? null : begin(series, judgement, minScore, mark);
  if (begun !== null) series.onset = begun;
  else if (onset !== null) addTo(onset, mark);
  const current = series.onset;
  return current?.kind !== "far" || hasLasted(series, current, judgement) ? current : null;
}
