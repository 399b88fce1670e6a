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
    { name: "TREND", field: "trend", cell: ({ trend }) => ({ ...textCell(trend), style: trendStyle[trend] }) },
    {
      name: "LEVEL",
      field: "level",
      dropPriority: 8,
      cell: ({ level }) => ({ ...textCell(level), style: levelStyle[level] }),
    },
    { name: "COUNT", field: "count", dropPriority: 8, cell: ({ count }) => ({ text: String(count) }) },
    { name: "NOW/MIN", field: "ratePerMinute.now", cell: ({ ratePerMinute }) => ({ text: String(ratePerMinute.now) }) },
    {
      name: "USUAL/MIN",
      field: "ratePerMinute.usual",
      dropPriority: 10,
      cell: ({ ratePerMinute }) => textCell(ratePerMinute.usual?.toString()),
    },
    { name: "TEMPLATE", field: "template", minWidth: 10, cell: ({ template }) => textCell(template) },
    { name: "ENVIRONMENT", field: "environment", dropPriority: 24, cell: ({ environment }) => textCell(environment) },
    {
      name: "SEEN",
      field: "lastSeenAt",
      dropPriority: 12,
      cell: ({ lastSeenAt }, now) => ({ text: age(lastSeenAt, now), exact: lastSeenAt }),
    },
    { name: "FIRST", field: "firstSeenAt", wide: true, cell: ({ firstSeenAt }) => textCell(firstSeenAt) },
    { name: "SERVICE", field: "service", wide: true, cell: ({ service }) => textCell(service) },
    { name: "SAMPLE", field: "sampleEventId", wide: true, cell: ({ sampleEventId }) => textCell(sampleEventId) },
  ],
});
