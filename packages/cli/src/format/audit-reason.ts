/** What each keeps the words of whoever decided under. */
const decisions = ["rejection", "approval"];

const wordsIn = (value: unknown): string | undefined => {
  const reason = typeof value === "object" && value !== null && "reason" in value ? value.reason : undefined;
  return typeof reason === "string" && reason !== "" ? reason : undefined;
};

/** Why somebody did what an entry of the audit log, or the details of an action, tell of. Undefined where nobody said. */
export const findReason = (content: Readonly<Record<string, unknown>>): string | undefined =>
  [content, ...decisions.map((name) => content[name])].map(wordsIn).find((words) => words !== undefined);
