import type { Comment } from "@tocsin/sdk";
import { cleanLine, cleanText } from "../text/clean-text.ts";
import { age, clock } from "../text/time.ts";
import { wrapHanging } from "../text/wrap.ts";
import type { Sheet } from "./diagnosis.ts";
import { type Listing, textCell } from "./listing.ts";
import { writtenBy } from "./written-by.ts";

/** Cells before the text of a comment. */
const INDENT = 4;

/** The comments as a list, a row each. */
export const commentListing = (items: readonly Comment[]): Listing<Comment> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "AUTHOR", field: "author", flexible: 6, of: ({ author, actor }) => textCell(writtenBy(author, actor)) },
    { name: "COMMENT", field: "body", flexible: 10, of: ({ body }) => textCell(body) },
    {
      name: "AGE",
      field: "createdAt",
      optional: 12,
      of: ({ createdAt }, now) => ({ text: age(createdAt, now), whole: createdAt }),
    },
  ],
});

/** The comments to be read, whole, under who wrote each and when. */
export const commentsText = (comments: readonly Comment[], sheet: Sheet & { readonly now: number }): string =>
  comments.map((comment) => commentText(comment, sheet)).join("\n\n");

function commentText(
  { id, author, actor, body, createdAt }: Comment,
  { width, paint, now }: Sheet & { readonly now: number },
): string {
  const head = `${writtenBy(author, actor)}, ${clock(createdAt)} (${age(createdAt, now)} ago), ${cleanLine(id).slice(0, 8)}`;
  return `${paint("bold", wrapHanging(head, width, 0))}\n${" ".repeat(INDENT)}${wrapHanging(cleanText(body), width, INDENT)}`;
}
