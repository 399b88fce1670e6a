// Tables as Markdown, so that they can stand in a document as they are.

export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Nothing to tell is a dot; shares have two digits, scores of a hundred one, numbers of things none. */
export function figure(value, digits = 2) {
  if (value === null || value === undefined) return "·";
  return typeof value === "number" ? value.toFixed(digits) : String(value);
}
