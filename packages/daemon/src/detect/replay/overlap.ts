import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Episode } from "./episodes.ts";

/** An incident that detection opened. */
export interface DetectedIncident {
  readonly id: string;
  readonly ruleId: string;
  readonly service: string;
  readonly deduplicationKey: string;
  readonly triggeringEventId: string;
  readonly createdAt: number;
  /** Null: it isn't over. */
  readonly overAt: number | null;
}

/** Telemetry is judged when the worker comes to it, and a replay is exact to the minute. */
const ABOUT_MS = 5 * MINUTE_MS;
/** Of one service, looked at for one time; of more the newest. */
const LOOKED_AT_MAX = 200;

/** Something of a service that began and, mostly, ended. */
interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** Answers what of a service was there at about the time of a span, the newest first. */
export function spansByService<Item>(
  items: readonly Item[],
  serviceOf: (item: Item) => string,
  spanOf: (item: Item) => Span,
): (service: string, span: Span) => Item[] {
  const byService = new Map<string, Item[]>();
  for (const item of items) {
    const own = byService.get(serviceOf(item));
    if (own === undefined) byService.set(serviceOf(item), [item]);
    else own.push(item);
  }
  for (const own of byService.values()) own.sort((a, b) => spanOf(a).from - spanOf(b).from);
  return (service, { from, to }) => {
    const own = byService.get(service) ?? [];
    const end = firstAfter(own, (item) => spanOf(item).from, (to ?? Infinity) + ABOUT_MS);
    return own
      .slice(Math.max(0, end - LOOKED_AT_MAX), end)
      .filter((item) => (spanOf(item).to ?? Infinity) >= from - ABOUT_MS)
      .reverse();
  };
}

/** The index of the first item behind `limit`, by halving. */
function firstAfter<Item>(items: readonly Item[], timeOf: (item: Item) => number, limit: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(items[middle] as Item) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const spanOfIncident = ({ createdAt, overAt }: DetectedIncident): Span => ({ from: createdAt, to: overAt });
export const spanOfEpisode = ({ openedAt, closedAt }: Episode): Span => ({ from: openedAt, to: closedAt });

/** What was opened by the same event for the same reason: however late telemetry came, it is the same. */
export const causeOf = (opened: { readonly deduplicationKey: string; readonly triggeringEventId: string }): string =>
  `${opened.triggeringEventId} ${opened.deduplicationKey}`;

/** The incident that tells most of an episode: of the same trouble, else of the same rule, else the newest. */
export const nearest = ({ first }: Episode, incidents: readonly DetectedIncident[]): DetectedIncident | undefined =>
  incidents.find(({ deduplicationKey }) => deduplicationKey === first.deduplicationKey) ??
  incidents.find(({ ruleId }) => ruleId === first.ruleId) ??
  incidents[0];
