import { cleanLine } from "./clean-text.ts";

/** Shortest unique prefixes of at least eight characters. Ids of the same minute have a common prefix. */
export function shortIds(ids: readonly string[]): Map<string, string> {
  const sorted = [...new Set(ids)].sort();
  const shared = (a: string, b: string | undefined): number => {
    let length = 0;
    while (b !== undefined && length < a.length && a[length] === b[length]) length += 1;
    return length;
  };
  return new Map(
    sorted.map((id, index) => {
      const needed = Math.max(shared(id, sorted[index - 1]), shared(id, sorted[index + 1])) + 1;
      return [id, cleanLine(id.slice(0, Math.max(8, needed)))];
    }),
  );
}
