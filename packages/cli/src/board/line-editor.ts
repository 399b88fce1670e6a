/** A line of text after a key; undefined where the key is none for writing. */
export function applyEditKey(text: string, key: string): string | undefined {
  if (key === "backspace" || key === "delete") return [...text].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  if (key === "ctrl-w") return text.replace(/\S+\s*$/, "");
  return [...key].length === 1 ? text + key : undefined;
}
