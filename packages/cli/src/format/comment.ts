import type { Comment } from "@tocsin/sdk";
import { cleanLine, cleanText } from "../text/clean-text.ts";
import { ago, clock } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import { authorText } from "./author.ts";
import type { TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, listingOf } from "./listing.ts";

const INDENT = 4;

export const commentListing = listingOf<Comment>([
  column("AUTHOR", "author", ({ author, actor }) => authorText(author, actor), { minWidth: 6 }),
  fieldColumn("COMMENT", "body", { minWidth: 10 }),
  ageColumn("AGE", "createdAt", { dropPriority: 12 }),
]);

export const commentsText = (comments: readonly Comment[], layout: TimedLayout): string =>
  comments.map((comment) => commentText(comment, layout)).join("\n\n");

function commentText({ id, author, actor, body, createdAt }: Comment, { width, paint, now }: TimedLayout): string {
  const head = `${authorText(author, actor)}, ${clock(createdAt)} (${ago(createdAt, now)}), ${cleanLine(id).slice(0, 8)}`;
  return `${paint("bold", wrapHanging(head, width, 0))}\n${" ".repeat(INDENT)}${wrapHanging(cleanText(body), width, INDENT)}`;
}
