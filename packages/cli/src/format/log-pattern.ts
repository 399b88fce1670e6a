import type { LogPattern, PatternTrend } from "@tocsin/sdk";
import type { Style } from "../text/paint.ts";
import { levelStyle } from "./event.ts";
import { ageColumn, type Listing, numberColumn, styledColumn, textCell, textColumn } from "./listing.ts";

export const trends: readonly PatternTrend[] = ["new", "rising", "falling", "missing", "steady"];

const trendStyle: Readonly<Record<PatternTrend, Style>> = {
  new: "magenta",
  rising: "red",
  falling: "yellow",
  missing: "yellow",
  steady: "dim",
};

export const patternListing = (items: readonly LogPattern[]): Listing<LogPattern> => ({
  items,
  idOf: ({ patternId }) => patternId,
  key: { name: "PATTERN", field: "patternId" },
  columns: [
    styledColumn("TREND", "trend", trendStyle),
    styledColumn("LEVEL", "level", levelStyle, { dropPriority: 8 }),
    numberColumn("COUNT", "count", { dropPriority: 8 }),
    { name: "NOW/MIN", field: "ratePerMinute.now", cell: ({ ratePerMinute }) => ({ text: String(ratePerMinute.now) }) },
    {
      name: "USUAL/MIN",
      field: "ratePerMinute.usual",
      dropPriority: 10,
      cell: ({ ratePerMinute }) => textCell(ratePerMinute.usual?.toString()),
    },
    textColumn("TEMPLATE", "template", { minWidth: 10 }),
    textColumn("ENVIRONMENT", "environment", { dropPriority: 24 }),
    ageColumn("SEEN", "lastSeenAt", { dropPriority: 12 }),
    textColumn("FIRST", "firstSeenAt", { wide: true }),
    textColumn("SERVICE", "service", { wide: true }),
    textColumn("SAMPLE", "sampleEventId", { wide: true }),
  ],
});
