import { MINUTE_MS } from "../../kernel/clock.ts";
import { acceptFlatline } from "../../methods/metric-series/flatline.ts";
import { precise, round } from "../../methods/metric-series/rounding.ts";
import { gapMax, nextInterval } from "../../methods/metric-series/sampling-interval.ts";
import { isCountingName } from "../../methods/metric-series/series-kind.ts";
import {
  createModel,
  FAR_TIMES,
  type Judgement,
  judge,
  levelOf,
  read,
  type SeriesModel,
} from "../../methods/metric-series/series-model.ts";
import { encodeModel } from "../../methods/metric-series/series-model-codec.ts";
import type { Trend } from "../../methods/metric-series/trend.ts";
import type { Mark } from "../../methods/state/evidence-trail.ts";
import type { CachedJson } from "../../methods/state/stored-json.ts";
import { SERIES_MAX } from "../detection-bounds.ts";
import type { Instance } from "./series-key.ts";

interface Begun {
  /** The minute in which it was noticed. */
  readonly since: number;
  readonly marks: Mark[];
}

/** Far from the usual that was before it. */
export interface FarOnset extends Begun {
  readonly kind: "far";
  readonly usual: number;
  /** Closer to the usual than this, it is over. */
  readonly margin: number;
  readonly score: number;
  /** What crept when it began, and goes on when it is over. */
  readonly drift: TrendOnset | null;
}

/** It goes on saying the same. */
export interface FlatOnset extends Begun {
  readonly kind: "flat";
}

/** It crept to where it never was. */
export interface TrendOnset extends Begun, Trend {
  readonly kind: "drift";
}

/** What is unusual about a series and goes on. */
export type DeviationOnset = FarOnset | FlatOnset | TrendOnset;

/** Those beyond a score; what is flat or drifts has none. */
export const passes = (onset: DeviationOnset, minScore: number): boolean =>
  onset.kind !== "far" || onset.score >= minScore;

/** A metric of a service with one set of labels: the minute being gathered, and what is usual. */
export interface Series extends CachedJson {
  readonly name: string;
  readonly environment: string | null;
  readonly instance: Instance | null;
  /** The usual time between its minutes; 0: only one came. */
  intervalMs: number;
  minute: number;
  sum: number;
  count: number;
  lastId: string;
  lastAt: number;
  readonly model: SeriesModel;
  /** The model as it is stored; null: it changed since. */
  modelText: string | null;
  onset: DeviationOnset | null;
}

/** A deviation counts as a trouble when it has lasted so long: a lone wild minute is none. */
const ONSET_MINUTES_MIN = 3;
/** A deviation that lasts so long is the new usual. */
const FAR_MINUTES_MAX = 6 * 60;
/** What is flat, or crept, for so long as well. */
const SLOW_MINUTES_MAX = 24 * 60;
const ONSET_MARKS_MAX = 10;
const VALUE_MAX = 1e100;

/** Makes room for another series: one that was idle leaves. False: all are in use, the new one isn't followed. */
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
  model: createModel(),
  modelText: null,
  onset: null,
  json: null,
});

/** Takes a value. When it begins a new minute, the one before is judged and learned, and the judgement comes back. */
export function gather(series: Series, minute: number, value: number, id: string, at: number): Judgement | null {
  if (!(Math.abs(value) < VALUE_MAX) || minute < series.minute) return null;
  series.json = null;
  let judgement: Judgement | null = null;
  if (minute > series.minute) {
    if (series.count > 0) judgement = closeMinute(series);
    series.intervalMs = nextInterval(series.intervalMs, (minute - series.minute) * MINUTE_MS);
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

/** Made anew only when the model changed: once a minute, however many values and batches come. */
export function modelText(series: Series): string {
  series.modelText ??= encodeModel(series.model);
  return series.modelText;
}

/** A value stands for the time until the next one is due: no longer where that one came late. */
const hasLasted = ({ minute, intervalMs }: Series, { since }: FarOnset, { step }: Judgement): boolean =>
  (minute - since) * MINUTE_MS + Math.min(intervalMs, step * MINUTE_MS) >= ONSET_MINUTES_MIN * MINUTE_MS;

/** The first ones, and the last: it says until when it is known to go on. */
function addTo({ marks }: DeviationOnset, mark: Mark): void {
  if (marks.length < ONSET_MARKS_MAX) marks.push(mark);
  else marks[ONSET_MARKS_MAX - 1] = mark;
}

/** Whether it is back, or the new usual. */
function isOver({ minute, model }: Series, onset: DeviationOnset, { value, isStuck }: Judgement): boolean {
  const minutes = minute - onset.since;
  switch (onset.kind) {
    case "far":
      return Math.abs(value - onset.usual) < onset.margin || minutes > FAR_MINUTES_MAX;
    case "flat":
      if (isStuck && minutes > SLOW_MINUTES_MAX) acceptFlatline(model.flatline);
      return !isStuck || minutes > SLOW_MINUTES_MAX;
    case "drift": {
      const isHalfBack = Math.abs(levelOf(model) - onset.from) < Math.abs(onset.to - onset.from) / 2;
      return isHalfBack || minutes > SLOW_MINUTES_MAX;
    }
  }
}

function begin(series: Series, judgement: Judgement, minScore: number, mark: Mark): DeviationOnset | null {
  const since = series.minute;
  const off = Math.abs(judgement.value - judgement.usual);
  if (judgement.score >= minScore && off >= FAR_TIMES * judgement.scale) {
    const score = round(judgement.score);
    const drift = series.onset?.kind === "drift" ? series.onset : null;
    return { kind: "far", since, usual: judgement.usual, margin: round(off / 2), score, drift, marks: [mark] };
  }
  if (series.onset !== null) return null;
  if (judgement.isStuck) return { kind: "flat", since, marks: [mark] };
  return judgement.trend === null ? null : { kind: "drift", since, ...judgement.trend, marks: [mark] };
}

/**
 * Follows what is unusual from its onset until the value is back or it is the new usual. What is far from its usual
 * takes the place of what creeps while it lasts. Null: nothing unusual, or not for long enough.
 */
export function followOnset(series: Series, judgement: Judgement, minScore: number, mark: Mark): DeviationOnset | null {
  const { onset } = series;
  series.json = null;
  if (onset !== null && isOver(series, onset, judgement)) {
    series.onset = onset.kind === "far" ? onset.drift : null;
    return null;
  }
  const begun = onset?.kind === "far" ? null : begin(series, judgement, minScore, mark);
  if (begun !== null) series.onset = begun;
  else if (onset !== null) addTo(onset, mark);
  const current = series.onset;
  return current?.kind !== "far" || hasLasted(series, current, judgement) ? current : null;
}
