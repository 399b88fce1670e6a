/** Reads of parsed JSON that throw where the shape isn't as expected: stored state is trusted as far as it reads. */
const refuse = (expected: string): never => {
  throw new TypeError(`${expected} expected`);
};

export const asNumber = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse("a number");

export const asString = (value: unknown): string => (typeof value === "string" ? value : refuse("a text"));

export const asBoolean = (value: unknown): boolean =>
  typeof value === "boolean" ? value : value === 1 || (value === 0 ? false : refuse("a flag"));

export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : refuse("a list"));

export const asTextOrNull = (value: unknown): string | null => (value === null ? null : asString(value));

export const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse("an object");
