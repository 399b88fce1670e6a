import type { Archive } from "../../archive/archive.ts";
import { type ReplayDeps, replayDeadLetter } from "../../archive/replay-dead-letter.ts";
import { type ListedPattern, type LogPatternStore, listPatterns, namesOf } from "../../detect/state/list-templates.ts";
import type { components } from "../../generated/interfaces.ts";
import { type RefusalLookup, refusalAdvice, visibleRefusals } from "../../ingest/refusals.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { logLevels } from "../../model/log-template.ts";
import { EVENTS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import { nextLink, ok, sendStored } from "./answers.ts";
import { omitUndefined } from "./omit-undefined.ts";
import { parseOptionalTime, parseRange } from "./parse-time.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface EventRoutesDeps extends ReplayDeps {
  readonly archive: Archive;
  readonly logPatterns: LogPatternStore;
  readonly refusals: RefusalLookup;
  readonly clock: Clock;
}

/** Decisions §4: stored telemetry, its log patterns, refused and dead events. */
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
        ...parseRange(query),
        limit,
      });
      sendStored(response, page.records, nextLink(request, page.cursor));
      return null;
    },
    getEvent: async ({ scope, path }) => {
      const record = await archive.get(scope, path.id);
      if (record === undefined) throw notFound("event_not_found", `Event ${path.id}`);
      return ok(JSON.parse(record) as Schemas["StoredEvent"]);
    },
    listLogPatterns: async ({ scope, query, request }) => {
      const { service, environment, level, trend, limit = EVENTS_LIMIT_DEFAULT, cursor } = query;
      const since = parseOptionalTime(query.since, "/query/since");
      const filter = { service, limit, ...omitUndefined({ environment, level, trend, since, cursor }) };
      const page = await listPatterns(logPatterns, scope, filter, clock.now());
      return ok(page.patterns.map(presentPattern), nextLink(request, page.cursor));
    },
    listIngestionRefusals: async ({ scope }) =>
      ok(
        (await visibleRefusals(refusals, scope, clock.now())).map((refusal) => ({
          ...formatTimes(refusal, "firstAt", "lastAt"),
          advice: refusalAdvice(refusal.reason, scope),
        })),
      ),
    listDeadLetters: async ({ scope, query, request }) => {
      const page = await replaying.deadLetters.list(scope, query.limit ?? EVENTS_LIMIT_DEFAULT, query.cursor);
      const body = page.deadLetters.map((each) => formatTimes(each, "receivedAt"));
      return ok(body, nextLink(request, page.cursor));
    },
    replayDeadLetter: async ({ scope, path }) =>
      ok({ replayed: true, eventId: await replayDeadLetter(replaying, scope, path.id, clock.now()) }),
  } satisfies Partial<Routes>;
}

const presentPattern = ({
  facts,
  organizationId: _organization,
  ...pattern
}: ListedPattern): Schemas["LogPattern"] => ({
  ...pattern,
  aliases: facts.aliases,
  template: facts.template,
  levels: Object.fromEntries(
    logLevels.map((level, index) => [level, facts.levels[index] ?? 0]),
  ) as Schemas["LogPattern"]["levels"],
  firstSeenAt: toIso(facts.firstAt),
  lastSeenAt: toIso(facts.lastAt),
  sampleEventId: facts.lastId,
});
