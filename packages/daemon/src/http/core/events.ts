import type { Archive } from "../../archive/archive.ts";
import { type ReplayDeps, replay } from "../../archive/replay.ts";
import { type LogPatternStore, namesOf } from "../../detect/state/list-templates.ts";
import type { components } from "../../generated/interfaces.ts";
import { type RefusalLookup, refusalAdvice, visibleRefusals } from "../../ingest/refusals.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { EVENTS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import { nextLink } from "./next-link.ts";
import { omitUndefined } from "./omit-undefined.ts";
import { parseTime } from "./parse-time.ts";
import type { Routes } from "./route.ts";
import { sendStored } from "./send-stored-json.ts";

type StoredEvent = components["schemas"]["StoredEvent"];

export interface EventRoutesDeps extends ReplayDeps {
  readonly archive: Archive;
  readonly logPatterns: LogPatternStore;
  readonly refusals: RefusalLookup;
  readonly clock: Clock;
}

/** Decisions §4: what was ingested, to be searched and read. */
export function eventRoutes({ archive, logPatterns, refusals, clock, ...replaying }: EventRoutesDeps) {
  /** Each service has its own names for a pattern: over all of them it is the id alone. */
  const idsOf = async (scope: Scope, patternId: string, service: string | undefined): Promise<readonly string[]> =>
    service === undefined ? [patternId] : namesOf(logPatterns, scope, service, patternId);
  return {
    searchEvents: async ({ scope, query, request, response }) => {
      const { q, service, level, kind, patternId, limit = EVENTS_LIMIT_DEFAULT, cursor } = query;
      const patternIds = patternId === undefined ? undefined : await idsOf(scope, patternId, service);
      const page = await archive.search(scope, {
        ...omitUndefined({ text: q, service, level, kind, patternIds, cursor }),
        ...omitUndefined({ from: time(query.from, "from"), to: time(query.to, "to") }),
        limit,
      });
      sendStored(response, page.records, nextLink(request, page.cursor));
      return null;
    },
    getEvent: async ({ scope, path }) => {
      const record = await archive.get(scope, path.id);
      if (record === undefined) throw notFound("event_not_found", `Event ${path.id}`);
      return { status: 200, body: JSON.parse(record) as StoredEvent };
    },
    listIngestionRefusals: async ({ scope }) => {
      const body = (await visibleRefusals(refusals, scope, clock.now())).map(({ firstAt, lastAt, ...each }) => ({
        ...each,
        services: [...each.services],
        firstAt: toIso(firstAt),
        lastAt: toIso(lastAt),
        advice: refusalAdvice(each.reason, scope),
      }));
      return { status: 200, body };
    },
    listDeadLetters: async ({ scope, query, request }) => {
      const page = await replaying.deadLetters.list(scope, query.limit ?? EVENTS_LIMIT_DEFAULT, query.cursor);
      const body = page.letters.map((letter) => ({ ...letter, receivedAt: toIso(letter.receivedAt) }));
      return { status: 200, headers: nextLink(request, page.cursor), body };
    },
    replayDeadLetter: async ({ scope, path }) => {
      const eventId = await replay(replaying, scope, path.id, clock.now());
      return { status: 200, body: { replayed: true, eventId } };
    },
  } satisfies Partial<Routes>;
}

const time = (text: string | undefined, name: string): number | undefined =>
  text === undefined ? undefined : parseTime(text, `/query/${name}`);
