import type { TimelineEvent } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { clock } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import type { Layout } from "./layout.ts";
import { column, fieldColumn, listingOf } from "./listing.ts";

const INDENT = 2;
const DETAIL_INDENT = 4;
/** Below this width the time of an entry is on its own line. */
const WIDE = 50;

export const timelineListing = listingOf<TimelineEvent>([
  column("TIME", "createdAt", ({ createdAt }) => ({ text: clock(createdAt), exact: createdAt })),
  fieldColumn("TYPE", "type"),
  fieldColumn("ACTOR", "actor", { minWidth: 6 }),
  fieldColumn("TITLE", "title", { minWidth: 10 }),
  fieldColumn("DETAIL", "detail", { minWidth: 10, dropPriority: 12 }),
]);

/** An entry with time, title, actor and detail. Sentences in `said` are not repeated. */
export function timelineEntry(
  { createdAt, actor, title, detail }: TimelineEvent,
  said: readonly string[],
  { width, paint }: Layout,
): string {
  const time = clock(createdAt);
  const margin = " ".repeat(INDENT);
  const head = `${shorten(cleanLine(title), said)} (${cleanLine(actor)})`;
  const more = said.includes(cleanLine(detail)) ? "" : cleanLine(detail);
  const indent = width < WIDE ? DETAIL_INDENT : time.length + 2 * INDENT;
  const between = width < WIDE ? `\n${" ".repeat(DETAIL_INDENT)}` : margin;
  return [
    `${margin}${paint("dim", time)}${between}${wrapHanging(head, width, indent)}`,
    ...(more ? [" ".repeat(DETAIL_INDENT) + wrapHanging(more, width, DETAIL_INDENT)] : []),
  ].join("\n");
}

/** A title such as `Incident opened: TITLE` without a repeated part. */
function shorten(title: string, said: readonly string[]): string {
  const again = said.find((text) => text !== "" && title.endsWith(`: ${text}`));
  return again === undefined ? title : title.slice(0, -`: ${again}`.length);
}
