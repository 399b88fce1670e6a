/**
 * A value as the database gives it back, so that a digest of what is stored is one of what is read: clusters and people
 * send what neither engine keeps (U+0000, half of a pair of UTF-16) and what JSON doesn't (undefined, NaN).
 */
export function storable<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  const plain = JSON.parse(json) as unknown;
  return (UNKEPT.test(json) ? kept(plain) : plain) as Value;
}

/** As JSON writes U+0000 and half of a pair. */
const UNKEPT = /\\u0000|\\ud[89a-f]/;

function kept(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(kept);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [plainText(name), kept(field)]));
}

const plainText = (text: string): string =>
  text.isWellFormed() && !text.includes("\u0000") ? text : text.toWellFormed().replaceAll("\u0000", "\uFFFD");
