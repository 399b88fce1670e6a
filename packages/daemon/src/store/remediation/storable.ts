/**
 * A value as the database gives it back, so that a digest of what is stored is one of what is read: clusters and people
 * send what neither engine keeps (U+0000, half of a pair of UTF-16) and what JSON doesn't (undefined, NaN).
 */
export function storable<Value>(value: Value): Value {
  return plain(value) as Value;
}

function plain(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((element) => plain(element) ?? null);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [plainText(name), plain(field)]));
}

const plainText = (text: string): string =>
  text.isWellFormed() && !text.includes("\u0000") ? text : text.toWellFormed().replaceAll("\u0000", "\uFFFD");
