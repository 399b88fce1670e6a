import type { Operation } from "./operations.ts";

/** What the words before the parameters of a path mean where they don't say it by themselves. */
const MEANT: Readonly<Record<string, string>> = { history: "incidents", "reporting/runs": "report-runs" };

/** What a field or a query names by an id; the words are those that stand before such an id in a path. */
export const NAMED: Readonly<Record<string, string>> = {
  assigneeId: "team",
  targetId: "team",
  incidentId: "incidents",
  ruleId: "rules",
  runbookId: "runbooks",
  channelId: "channels",
  patternId: "patterns",
  suggestionId: "fixes",
};

/** The words that stand before the parameters of a path: those of what the ids belong to. */
export const wordsOf = ({ template }: Pick<Operation, "template">): string[] =>
  [...template.matchAll(/((?:reporting\/)?[\w-]+)\/\{\w+\}/g)].map(([, word = ""]) => MEANT[word] ?? word);
