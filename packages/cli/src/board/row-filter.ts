import type { Incident, RemediationAction } from "@tocsin/sdk";
import { statusText } from "../format/action-status.ts";

/** Compiles a filter: `words` must all occur, `!words` must not, and `-f letters` must occur in this order. */
type Test = (text: string) => boolean;

export function compileFilter(filter: string): Test | undefined {
  const text = filter.trim().toLowerCase();
  if (text.startsWith("!")) {
    const inner = compileFilter(text.slice(1));
    return inner && ((said) => !inner(said));
  }
  const fuzzy = /^-f\s+(.+)$/.exec(text)?.[1];
  if (fuzzy) return (said) => hasInOrder(said, fuzzy.replaceAll(" ", ""));
  if (text === "" || text === "-f") return undefined;
  const words = text.split(/\s+/);
  return (said) => words.every((word) => said.includes(word));
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}

const searchableTexts = new WeakMap<object, string>();

/** The text of a row that filters search, in lower case. */
export function searchableText(row: Incident | RemediationAction): string {
  const known = searchableTexts.get(row);
  if (known !== undefined) return known;
  const words =
    "actionType" in row
      ? [
          row.id,
          statusText(row),
          row.actionType,
          row.serviceName,
          row.environment,
          row.severity,
          row.performedBy,
          row.incidentId,
        ]
      : [row.id, row.title, row.severity, row.status, row.environment, row.primaryService, ...row.affectedServices];
  const text = words.join(" ").toLowerCase();
  searchableTexts.set(row, text);
  return text;
}
