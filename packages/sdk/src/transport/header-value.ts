/**
 * A value that a header can hold, without the blanks around it: a token is often read from a file that ends its line.
 * An empty one counts as none.
 * What the platform itself throws of others repeats them, and tokens and keys must not stand in a log.
 * @throws TypeError that names what it is, and doesn't repeat it.
 */
export function headerValue(name: string, value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  if (!trimmed) return undefined;
  if (/[^ -~\u00a0-\u00ff]/.test(trimmed))
    throw new TypeError(`${name} holds a line break or another character that no HTTP header can hold.`);
  return trimmed;
}
