import { type ListedPattern, type LogPatternStore, listPatterns } from "../../detect/state/list-templates.ts";
import type { components } from "../../generated/interfaces.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { logLevels } from "../../model/log-pattern.ts";
import { EVENTS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { nextLink } from "./next-link.ts";
import { omitUndefined } from "./omit-undefined.ts";
import { parseTime } from "./parse-time.ts";
import type { Routes } from "./route.ts";

type LogPattern = components["schemas"]["LogPattern"];

export interface LogPatternRoutesDeps {
  readonly logPatterns: LogPatternStore;
  readonly clock: Clock;
}

export const logPatternRoutes = ({ logPatterns, clock }: LogPatternRoutesDeps) =>
  ({
    listLogPatterns: async ({ scope, query, request }) => {
      const { service, environment, level, trend, since, limit = EVENTS_LIMIT_DEFAULT, cursor } = query;
      const from = since === undefined ? undefined : parseTime(since, "/query/since");
      const wanted = { service, limit, ...omitUndefined({ environment, level, trend, since: from, cursor }) };
      const page = await listPatterns(logPatterns, scope, wanted, clock.now());
      return { status: 200, headers: nextLink(request, page.cursor), body: page.patterns.map(present) };
    },
  }) satisfies Partial<Routes>;

const present = ({ facts, patternId, service, environment, ...pattern }: ListedPattern): LogPattern => ({
  patternId,
  aliases: [...facts.aliases],
  service,
  environment,
  template: facts.template,
  level: pattern.level,
  levels: Object.fromEntries(
    logLevels.map((level, index) => [level, facts.levels[index] ?? 0]),
  ) as LogPattern["levels"],
  count: pattern.count,
  firstSeenAt: toIso(facts.firstAt),
  lastSeenAt: toIso(facts.lastAt),
  ratePerMinute: pattern.ratePerMinute,
  trend: pattern.trend,
  sampleEventId: facts.lastId,
});
