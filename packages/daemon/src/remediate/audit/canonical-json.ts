import canonicalize from "canonicalize";

/** Canonical JSON (RFC 8785): the same text for the same value. What is undefined is left out. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("Nothing that JSON can hold.");
  return text;
}
