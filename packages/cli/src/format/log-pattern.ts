import type { LogPattern, PatternTrend } from "@tocsin/sdk";
import type { Style } from "../text/paint.ts";
import { age } from "../text/time.ts";
import { levelStyle } from "./event.ts";
import { type Listing, textCell } from "./listing.ts";

export const trends: readonly PatternTrend[] = ["new", "rising", "falling", "missing", "steady"];

const trendStyle: Readonly<Record<PatternTrend, Style>> = {
  new: "magenta",
  rising: "red",
  falling: "yellow",
  missing: "yellow",
  steady: "dim",
};

/** The patterns as a list. */
export const patternListing = (items: readonly LogPattern[]): Listing<LogPattern> => ({
  items,
  idOf: ({ patternId }) => patternId,
  key: { name: "PATTERN", field: "patternId" },
  columns: [
    { name: "TREND", field: "trend", of: ({ trend }) => ({ ...textCell(trend), style: trendStyle[trend] }) },
    {
      name: "LEVEL",
      field: "level",
      optional: 8,
      of: ({ level }) => ({ ...textCell(level), style: levelStyle[level] }),
    },
    { name: "COUNT", field: "count", optional: 8, of: ({ count }) => ({ text: String(count) }) },
    { name: "NOW/MIN", field: "ratePerMinute.now", of: ({ ratePerMinute }) => ({ text: String(ratePerMinute.now) }) },
    {
      name: "USUAL/MIN",
      field: "ratePerMinute.usual",
      optional: 10,
      of: ({ ratePerMinute }) => textCell(ratePerMinute.usual?.toString()),
    },
    { name: "TEMPLATE", field: "template", flexible: 10, of: ({ template }) => textCell(template) },
    { name: "ENVIRONMENT", field: "environment", optional: 24, of: ({ environment }) => textCell(environment) },
    {
      name: "SEEN",
      field: "lastSeenAt",
      optional: 12,
      of: ({ lastSeenAt }, now) => ({ text: age(lastSeenAt, now), whole: lastSeenAt }),
    },
    { name: "FIRST", field: "firstSeenAt", wide: true, of: ({ firstSeenAt }) => textCell(firstSeenAt) },
    { name: "SERVICE", field: "service", wide: true, of: ({ service }) => textCell(service) },
    { name: "SAMPLE", field: "sampleEventId", wide: true, of: ({ sampleEventId }) => textCell(sampleEventId) },
  ],
});
