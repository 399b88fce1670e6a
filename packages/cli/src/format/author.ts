import { cleanLine } from "../text/clean-text.ts";

/**
 * Who wrote something. The author is free text; the actor is whose token it was, and stands first wherever the two
 * differ, so that nobody passes as somebody else. Older entries have no actor: their author isn't verified.
 */
export function authorText(author: string | null | undefined, actor: string | null | undefined): string {
  const named = cleanLine(author ?? "");
  if (actor === undefined) return named;
  if (actor === null) return named === "" ? "" : `${named} (unverified)`;
  const verified = cleanLine(actor);
  return named === "" || named === verified ? verified : `${verified} as ${named}`;
}
