import type { LogPattern, PatternTrend } from "@tocsin/sdk";
import type { Style } from "../text/paint.ts";
import { levelStyle } from "./event.ts";
import { ageColumn, column, fieldColumn, keyedListingOf, styledColumn } from "./listing.ts";

export const trends: readonly PatternTrend[] = ["new", "rising", "falling", "missing", "steady"];

const trendStyle: Readonly<Record<PatternTrend, Style>> = {
  new: "magenta",
  rising: "red",
  falling: "yellow",
  missing: "yellow",
  steady: "dim",
};

export const patternListing = keyedListingOf<LogPattern>({ name: "PATTERN", field: "patternId" }, [
  styledColumn("TREND", "trend", trendStyle),
  styledColumn("LEVEL", "level", levelStyle, { dropPriority: 8 }),
  fieldColumn("COUNT", "count", { dropPriority: 8 }),
  column("NOW/MIN", "ratePerMinute.now", ({ ratePerMinute }) => ratePerMinute.now),
  column("USUAL/MIN", "ratePerMinute.usual", ({ ratePerMinute }) => ratePerMinute.usual?.toString(), {
    dropPriority: 10,
  }),
  fieldColumn("TEMPLATE", "template", { minWidth: 10 }),
  fieldColumn("ENVIRONMENT", "environment", { dropPriority: 24 }),
  ageColumn("SEEN", "lastSeenAt", { dropPriority: 12 }),
  fieldColumn("FIRST", "firstSeenAt", { wide: true }),
  fieldColumn("SERVICE", "service", { wide: true }),
  fieldColumn("SAMPLE", "sampleEventId", { wide: true }),
]);
