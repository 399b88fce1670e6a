import type { EventFilter, Incident, StoredEvent, Tocsin } from "@tocsin/sdk";
import type { Mark, Point } from "../format/chart.ts";
import { cleanLine } from "../text/clean-text.ts";

/** A metric of a service, or counts of its logs. */
export interface Series {
  readonly service: string;
  readonly metric: string;
  readonly unit: string;
  /** The oldest first. */
  readonly points: readonly Point[];
}

/** Maximum of events read, the newest first. */
const EVENTS_MAX = 10_000;
const PAGE = 1_000;
const MINUTE_MS = 60_000;

/** The service and the time range, in ISO 8601. */
export interface SeriesQuery {
  readonly service: string;
  readonly from: string;
  readonly to: string;
}

/** The series, and whether older values were left out. */
export interface FoundSeries {
  readonly series: readonly Series[];
  readonly isCut: boolean;
}

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

/** Counts the errors that a service logged in each minute. */
export async function readErrors(client: Tocsin, { service, from, to }: SeriesQuery): Promise<FoundSeries> {
  const levels = ["error", "fatal"] as const;
  const found = await Promise.all(levels.map((level) => newest(client, { service, from, to, level })));
  const times = found.flatMap(({ events }) => events.map(({ timestamp }) => Date.parse(timestamp)));
  const isCut = found.some((each) => each.isCut);
  if (times.length === 0) return { series: [], isCut };
  // If events were left out, earlier minutes are unknown, and not zero.
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

/** Minimum values on each side of a change point. */
const LEVEL_MIN = 3;

/** The series with the largest change of its mean, in units of its noise. */
export const seriesWithLargestChange = (series: readonly Series[]): Series | undefined =>
  series.map((one) => ({ one, by: largestMeanShift(one) })).sort((a, b) => b.by - a.by)[0]?.one;

/** The maximum over all change points, because an incident is often opened a while after the onset. */
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

/** The onset of an incident, or its creation. */
export const onsetOf = ({ diagnosis, createdAt }: Incident): string => diagnosis?.onsetAt ?? createdAt;

const MARKED_CHANGES = 3;

/** Marks for changes in the evidence, the onset, and the life of the incident. */
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
