/** Matches a text against a pattern in which `*` stands for anything; linear, no regular expression. */
function matchesGlob(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  const first = parts[0] ?? "";
  if (parts.length === 1) return text === first;
  const last = parts.at(-1) ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

export const matchesAny = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, text));
