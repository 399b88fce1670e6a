import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Encoded } from "../encoded.ts";
import { SERIES_MAX } from "../limits.ts";
import type { Mark } from "../trail.ts";
import { gapMax, nextInterval } from "./interval.ts";
import { isCountingName } from "./kind.ts";
import { createModel, FAR_TIMES, type Judgement, judge, read, type SeriesModel } from "./model.ts";
import { encodeModel } from "./model-codec.ts";
import type { Instance } from "./name.ts";
import { round } from "./short.ts";

/** A metric of a service with one set of labels: the minute being gathered, and what is usual. */
export interface Series extends Encoded {
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
  onset: Onset | null;
}

/** A deviation that goes on, and what was usual before it. */
export interface Onset {
  readonly since: number;
  readonly usual: number;
  /** Closer to the usual than this, it is over. */
  readonly margin: number;
  readonly score: number;
  readonly marks: Mark[];
}

/** A deviation counts as a trouble when it has lasted so long: a lone wild minute is none. */
const ONSET_MINUTES_MIN = 3;
/** A deviation that lasts so long is the new usual. */
const ONSET_MINUTES_MAX = 6 * 60;
const ONSET_MARKS_MAX = 10;
const VALUE_MAX = 1e100;

/** Makes room for another series: one that was idle leaves. False: all are in use, the new one isn't followed. */
export function makeRoom(series: Map<string, Series>, minute: number): boolean {
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
  const value = read(series.model, round(series.sum / series.count), isCountingName(series.name));
  return value === null ? null : judge(series.model, value, series.minute * MINUTE_MS, series.intervalMs);
}

/** Made anew only when the model changed: once a minute, however many values and batches come. */
export function modelText(series: Series): string {
  series.modelText ??= encodeModel(series.model);
  return series.modelText;
}

/** The most that one value stands for: of what comes once an hour, or in bursts with hours between, many must be known. */
const VALUE_MS_MAX = 5 * MINUTE_MS;

/** How much of its past a series knows: each value stands for the time until the next one. */
export const knownMs = ({ model, intervalMs }: Series): number =>
  model.count * Math.min(Math.max(intervalMs, MINUTE_MS), VALUE_MS_MAX);

/** A value stands for the time until the next one is due. */
const hasLasted = ({ minute, intervalMs }: Series, { since }: Onset): boolean =>
  (minute - since) * MINUTE_MS + intervalMs >= ONSET_MINUTES_MIN * MINUTE_MS;

/**
 * Follows a deviation from its onset until the value is back or the deviation is the new usual. Null: nothing unusual,
 * or not for long enough.
 */
export function followOnset(series: Series, judgement: Judgement, minScore: number, mark: Mark): Onset | null {
  const { onset } = series;
  series.json = null;
  if (onset !== null) {
    const isBack = Math.abs(judgement.value - onset.usual) < onset.margin;
    if (isBack || series.minute - onset.since > ONSET_MINUTES_MAX) {
      series.onset = null;
      return null;
    }
    if (onset.marks.length < ONSET_MARKS_MAX) onset.marks.push(mark);
    return hasLasted(series, onset) ? onset : null;
  }
  const off = Math.abs(judgement.value - judgement.usual);
  if (judgement.score < minScore || off < FAR_TIMES * judgement.scale) return null;
  series.onset = {
    since: series.minute,
    usual: judgement.usual,
    margin: round(off / 2),
    score: round(judgement.score),
    marks: [mark],
  };
  return hasLasted(series, series.onset) ? series.onset : null;
}
