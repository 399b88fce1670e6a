import type { EventFilter, Incident, StoredEvent, Tocsin } from "@tocsin/sdk";
import type { Mark, Point } from "../format/chart.ts";
import { cleanLine } from "../text/clean-text.ts";

/** What a service measured, or what is counted of its logs. */
export interface Series {
  readonly service: string;
  readonly metric: string;
  readonly unit: string;
  /** The oldest first. */
  readonly points: readonly Point[];
}

/** Events that are looked at: the newest of the time around an incident. */
const EVENTS_MAX = 10_000;
const PAGE = 1_000;
const MINUTE_MS = 60_000;

/** The time around an incident that is looked at, ISO 8601. */
export interface SeriesQuery {
  readonly service: string;
  readonly from: string;
  readonly to: string;
}

/** What was found, and whether older ones were left out since they are so many. */
export interface FoundSeries {
  readonly series: readonly Series[];
  readonly isCut: boolean;
}

/** The metrics of a service, each with its values. */
export async function readMetrics(client: Tocsin, { service, from, to }: SeriesQuery): Promise<FoundSeries> {
  const { events, isCut } = await newest(client, { service, from, to, kind: "metric" });
  const series = new Map<string, { service: string; metric: string; unit: string; points: Point[] }>();
  for (const event of events) {
    if (event.kind !== "metric") continue;
    const { name, unit, timestamp, value } = event;
    const one = series.get(name) ?? { service, metric: name, unit, points: [] };
    one.points.push({ at: timestamp, value });
    series.set(name, one);
  }
  return { series: [...series.values()].map((one) => ({ ...one, points: one.points.reverse() })), isCut };
}

/** The errors that a service logged in each minute. */
export async function readErrors(client: Tocsin, { service, from, to }: SeriesQuery): Promise<FoundSeries> {
  const levels = ["error", "fatal"] as const;
  const found = await Promise.all(levels.map((level) => newest(client, { service, from, to, level })));
  const times = found.flatMap(({ events }) => events.map(({ timestamp }) => Date.parse(timestamp)));
  const isCut = found.some((each) => each.isCut);
  if (times.length === 0) return { series: [], isCut };
  // Where some are left out, the minutes before those that were found are unknown, and not quiet.
  const begin = isCut ? times.reduce((a, b) => Math.min(a, b)) : Date.parse(from);
  const first = Math.floor(begin / MINUTE_MS);
  const counts = new Array<number>(Math.max(1, Math.ceil(Date.parse(to) / MINUTE_MS) - first)).fill(0);
  for (const time of times) {
    const minute = Math.floor(time / MINUTE_MS) - first;
    if (minute >= 0 && minute < counts.length) counts[minute] = (counts[minute] ?? 0) + 1;
  }
  const points = counts.map((value, minute) => ({ at: new Date((first + minute) * MINUTE_MS).toISOString(), value }));
  return { series: [{ service, metric: "errors", unit: "per minute", points }], isCut };
}

async function newest(client: Tocsin, filter: EventFilter): Promise<{ events: StoredEvent[]; isCut: boolean }> {
  const events: StoredEvent[] = [];
  for await (const event of client.events.searchAll({ ...filter, limit: PAGE })) {
    if (events.length === EVENTS_MAX) return { events, isCut: true };
    events.push(event);
  }
  return { events, isCut: false };
}

/** Values that a level takes at the least. */
const LEVEL_MIN = 3;

/** The one whose level changed most, against how much it varies before and since. Undefined where there is none. */
export const seriesWithLargestChange = (series: readonly Series[]): Series | undefined =>
  series.map((one) => ({ one, by: largestMeanShift(one) })).sort((a, b) => b.by - a.by)[0]?.one;

/** Of all places where the values may be split into before and since, the one that tells most. An incident is often opened a while after the onset. */
function largestMeanShift({ points }: Series): number {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const sums = [{ sum: 0, squares: 0 }];
  for (const value of values) {
    const { sum, squares } = sums.at(-1) ?? { sum: 0, squares: 0 };
    sums.push({ sum: sum + value, squares: squares + value ** 2 });
  }
  const level = (from: number, to: number) => {
    const [before, until] = [sums[from], sums[to]];
    const mean = ((until?.sum ?? 0) - (before?.sum ?? 0)) / (to - from);
    const variance = ((until?.squares ?? 0) - (before?.squares ?? 0)) / (to - from) - mean ** 2;
    return { mean, deviation: Math.sqrt(Math.max(0, variance)) };
  };
  let most = 0;
  for (let split = LEVEL_MIN; split <= values.length - LEVEL_MIN; split += 1) {
    const [before, since] = [level(0, split), level(split, values.length)];
    const apart = Math.abs(since.mean - before.mean);
    const noise = before.deviation + since.deviation + 0.01 * Math.max(Math.abs(before.mean), Math.abs(since.mean));
    if (apart > 0) most = Math.max(most, apart / noise);
  }
  return most;
}

/** When the trouble began, as far as it is known. */
export const onsetOf = ({ diagnosis, createdAt }: Incident): string => diagnosis?.onsetAt ?? createdAt;

const MARKED_CHANGES = 3;

/** What is to be seen against the values: the changes that the diagnosis looked at, the onset, and how the incident went. */
export function incidentMarks({ diagnosis, createdAt, resolvedAt }: Incident): Mark[] {
  const changes = (diagnosis?.evidence ?? [])
    .filter(({ kind }) => kind === "deployment" || kind === "catalog")
    .slice(0, MARKED_CHANGES)
    .map(({ at, summary }) => ({ at, label: cleanLine(summary) }));
  const marks = [
    ...changes,
    ...(diagnosis?.onsetAt ? [{ at: diagnosis.onsetAt, label: "onset" }] : []),
    { at: createdAt, label: "incident opened" },
    ...(resolvedAt === null ? [] : [{ at: resolvedAt, label: "resolved" }]),
  ];
  return marks.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
