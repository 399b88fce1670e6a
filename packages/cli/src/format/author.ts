import { cleanLine } from "../text/clean-text.ts";

/**
 * The author of an entry. The author is free text, and the actor is the subject of the token. If they differ, the actor
 * comes first, so that nobody can impersonate another person. Older entries have no actor and are marked as unverified.
 */
export function authorText(author: string | null | undefined, actor: string | null | undefined): string {
  const named = cleanLine(author ?? "");
  if (actor === undefined) return named;
  if (actor === null) return named === "" ? "" : `${named} (unverified)`;
  const verified = cleanLine(actor);
  return named === "" || named === verified ? verified : `${verified} as ${named}`;
}
