import { wordsIn } from "../../kernel/search-terms.ts";
import type { KnownRunbook } from "./incident-picture.ts";

/** The id of one that names the action; of several, the one whose title has the most of the telling words, and the first of equal ones. */
export function runbookFor(
  runbooks: readonly KnownRunbook[],
  action: string | null,
  telling: readonly string[],
): string | null {
  if (action === null) return null;
  let best: KnownRunbook | null = null;
  let most = -1;
  for (const runbook of runbooks) {
    if (!runbook.actionTags.includes(action)) continue;
    const hits = wordsIn(runbook.title).filter((word) => telling.includes(word)).length;
    if (hits > most) [best, most] = [runbook, hits];
  }
  return best?.id ?? null;
}
