/** Reads a pattern in which `*` stands for anything, and answers what tells whether a text matches; linear, no regular expression. */
export function globOf(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    const end = text.length - last.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at < 0 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
}

export const matchesAny = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => globOf(pattern)(text));
