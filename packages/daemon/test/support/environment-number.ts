/** The whole number that an environment variable gives. Throws where it gives none: a loop up to NaN would test nothing. */
export function environmentNumber<Default extends number | undefined>(
  name: string,
  defaultValue: Default,
): number | Default {
  const text = process.env[name];
  if (text === undefined) return defaultValue;
  const number = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${name} takes a whole number from 0 on, and got ${JSON.stringify(text)}.`);
}
