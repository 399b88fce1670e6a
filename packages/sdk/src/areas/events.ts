import type { ListDeadLettersData, ListLogPatternsData, LogPattern, SearchEventsData } from "../generated/types.gen.ts";
import { eachItem, everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the search. `limit` (1 to 1,000) is the size of a page; times are ISO 8601. */
export type EventFilter = Query<SearchEventsData>;
/** `limit` is the size of a page. */
export type DeadLetterFilter = Query<ListDeadLettersData>;

/** Filters the patterns of one service. `limit` (1 to 1,000) is the size of a page; times are ISO 8601. */
export type LogPatternFilter = Query<ListLogPatternsData> & { service: string };

/** Logs, metrics and deployments that were accepted, and those that could not be processed. */
export function createEvents({ api, with: how }: Port) {
  const search = (filter?: EventFilter, options?: CallOptions) =>
    page(api.searchEvents({ query: filter, ...how(options) }));
  const deadLetters = (filter?: DeadLetterFilter, options?: CallOptions) =>
    page(api.listDeadLetters({ query: filter, ...how(options) }));
  const patterns = (filter: LogPatternFilter, options?: CallOptions) =>
    page(api.listLogPatterns({ query: filter, ...how(options) }));
  return {
    /**
     * One page of the kinds of log messages that a service writes, the most frequent first.
     * @example
     * const { items } = await tocsin.events.patterns({ service: "checkout", trend: "rising" });
     * for (const { template, ratePerMinute } of items) console.log(ratePerMinute.now, template);
     */
    patterns,
    /**
     * Every pattern of a service that passes the filters, page after page, the most frequent first.
     * @example
     * for await (const { patternId, template, count } of tocsin.events.allPatterns({ service: "checkout" }))
     *   console.log(patternId, count, template);
     */
    allPatterns: (filter: LogPatternFilter, options?: CallOptions): AsyncGenerator<LogPattern, void, undefined> =>
      eachItem((cursor) => patterns({ ...filter, cursor }, options), filter.cursor),
    /**
     * One page of the events that pass all filters, the newest first.
     * @example
     * const { items, nextCursor } = await tocsin.events.search({ service: "checkout", level: "error", limit: 100 });
     * console.log(items.length, nextCursor);
     */
    search,
    /**
     * Every event that passes the filters, page after page, the newest first. A page is asked for once the one before
     * is used up.
     * @example
     * for await (const event of tocsin.events.searchAll({ q: "timeout", from: "2026-01-31T12:00:00Z" }))
     *   console.log(event.timestamp, event.service);
     */
    searchAll: everyItem(search),
    /**
     * One event.
     * @example
     * const event = await tocsin.events.get("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(event.kind, event.receivedAt);
     */
    get: (id: string, options?: CallOptions) => data(api.getEvent({ path: { id }, ...how(options) })),
    /**
     * Valid telemetry that ingestion refused in the last 24 hours, with advice.
     * @example
     * for (const { count, lastAt, advice } of await tocsin.events.refusals()) console.warn(count, lastAt, advice);
     */
    refusals: (options?: CallOptions) => data(api.listIngestionRefusals({ ...how(options) })),
    /**
     * One page of the events that could not be processed, the newest first.
     * @example
     * const { items } = await tocsin.events.deadLetters({ limit: 50 });
     * for (const { id, reason } of items) console.log(id, reason);
     */
    deadLetters,
    /**
     * Every dead letter, page after page.
     * @example
     * for await (const { id, reason } of tocsin.events.allDeadLetters()) console.log(id, reason);
     */
    allDeadLetters: everyItem(deadLetters),
    /**
     * Queues a dead letter again.
     * @throws UnprocessableError where it still is invalid.
     * @example
     * const { eventId } = await tocsin.events.replayDeadLetter("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(eventId);
     */
    replayDeadLetter: (id: string, options?: CallOptions) =>
      data(api.replayDeadLetter({ path: { id }, ...how(options) })),
  };
}
