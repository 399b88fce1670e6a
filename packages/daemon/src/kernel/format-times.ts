import { toIsoOrNull } from "./clock.ts";

type Formatted<Value, Key extends keyof Value> = Omit<Value, Key> & {
  readonly [Name in Key]: null extends Value[Name] ? string | null : string;
};

/** The object with these times in ISO 8601 instead of milliseconds since 1970 UTC. */
export function formatTimes<Value extends { readonly [Name in Key]: number | null }, Key extends keyof Value>(
  value: Value,
  ...names: readonly Key[]
): Formatted<Value, Key> {
  const times = Object.fromEntries(names.map((name) => [name, toIsoOrNull(value[name])]));
  return { ...value, ...times } as unknown as Formatted<Value, Key>;
}
