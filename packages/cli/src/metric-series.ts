import type { EventFilter, Incident, StoredEvent, Tocsin } from "@tocsin/sdk";
import type { Mark, Point } from "./format/chart.ts";
import { cleanLine } from "./format/clean.ts";

/** What a service measured, or what is counted of its logs. */
export interface Series {
  readonly service: string;
  readonly metric: string;
  readonly unit: string;
  /** The oldest first. */
  readonly points: readonly Point[];
}

/** Events that are looked at: the newest of the time around an incident. */
const LOOKED_AT_MAX = 10_000;
const PAGE = 1_000;
const MINUTE_MS = 60_000;

/** The time around an incident that is looked at, ISO 8601. */
export interface Around {
  readonly service: string;
  readonly from: string;
  readonly to: string;
}

/** What was found, and whether older ones were left out since they are so many. */
export interface Found {
  readonly series: readonly Series[];
  readonly isCut: boolean;
}

/** The metrics of a service, each with its values. */
export async function metricsOf(client: Tocsin, { service, from, to }: Around): Promise<Found> {
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
export async function errorsOf(client: Tocsin, { service, from, to }: Around): Promise<Found> {
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
    if (events.length === LOOKED_AT_MAX) return { events, isCut: true };
    events.push(event);
  }
  return { events, isCut: false };
}

/** The one that changed most at that time, measured by how much it varied before and since. Undefined where there is none. */
export const mostChanged = (series: readonly Series[], at: string): Series | undefined =>
  series.toSorted((a, b) => change(b, at) - change(a, at))[0];

function change({ points }: Series, at: string): number {
  const time = Date.parse(at);
  const values = (isSince: boolean) =>
    points.flatMap((point) => (Date.parse(point.at) >= time === isSince && point.value !== null ? [point.value] : []));
  const [before, since] = [values(false), values(true)];
  if (before.length === 0 || since.length === 0) return 0;
  const apart = Math.abs(mean(since) - mean(before));
  return apart === 0 ? 0 : apart / (deviation(before) + deviation(since) + 0.01 * Math.abs(mean(before)));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** When the trouble began, as far as it is known. */
export const onsetOf = ({ diagnosis, createdAt }: Incident): string => diagnosis?.onsetAt ?? createdAt;

const MARKED_CHANGES = 3;

/** What is to be seen against the values: the changes that the diagnosis looked at, the onset, and how the incident went. */
export function marksOf({ diagnosis, createdAt, resolvedAt }: Incident): Mark[] {
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
