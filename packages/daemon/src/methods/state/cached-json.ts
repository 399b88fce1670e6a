/** A part of a state that is written down often and changes seldom. Whoever changes it sets `json` to null. */
export interface CachedJson {
  /** As it is stored; null: it changed since it was written down. */
  json: string | null;
}

export function jsonOf<Part extends CachedJson>(part: Part, encode: (part: Part) => unknown): string {
  part.json ??= JSON.stringify(encode(part));
  return part.json;
}

export const listOf = (texts: readonly string[]): string => `[${texts.join(",")}]`;
