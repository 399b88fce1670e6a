/** Fields that contain the reason of a decision. */
const decisions = ["rejection", "approval"];

const wordsIn = (value: unknown): string | undefined => {
  const reason = typeof value === "object" && value !== null && "reason" in value ? value.reason : undefined;
  return typeof reason === "string" && reason !== "" ? reason : undefined;
};

/** The reason in an audit log entry or in the details of an action. */
export const findReason = (content: Readonly<Record<string, unknown>>): string | undefined =>
  [content, ...decisions.map((name) => content[name])].map(wordsIn).find((words) => words !== undefined);
