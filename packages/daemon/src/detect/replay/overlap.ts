import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Episode } from "./episodes.ts";

export interface DetectedIncident {
  readonly id: string;
  readonly ruleId: string;
  readonly service: string;
  readonly deduplicationKey: string;
  readonly triggeringEventId: string;
  readonly createdAt: number;
  /** Null while it is open. */
  readonly overAt: number | null;
}

/** The tolerance of a replay, since the worker judges telemetry with a delay. */
const ABOUT_MS = 5 * MINUTE_MS;
const LOOKED_AT_MAX = 200;

interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** Returns the items of a service around a span, the newest first. */
export function spansByService<Item>(
  items: readonly Item[],
  serviceOf: (item: Item) => string,
  spanOf: (item: Item) => Span,
): (service: string, span: Span) => Item[] {
  const byService = Map.groupBy(items, serviceOf);
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

/** The index of the first item after `limit`, by binary search. */
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

/** The same event and the same key make the same opening, however late the telemetry came. */
export const causeOf = (opened: { readonly deduplicationKey: string; readonly triggeringEventId: string }): string =>
  `${opened.triggeringEventId} ${opened.deduplicationKey}`;

/** The most relevant incident: with the same key, else of the same rule, else the newest. */
export const nearest = ({ first }: Episode, incidents: readonly DetectedIncident[]): DetectedIncident | undefined =>
  incidents.find(({ deduplicationKey }) => deduplicationKey === first.deduplicationKey) ??
  incidents.find(({ ruleId }) => ruleId === first.ruleId) ??
  incidents[0];
