/**
 * The number that an option of the command line gives; more than 0, and finite.
 * @throws in words for people where it is no such number
 */
export function numberOf(name, text, { isWhole = false } = {}) {
  const number = Number(text);
  if (text.trim() !== "" && number > 0 && Number.isFinite(number) && (!isWhole || Number.isInteger(number)))
    return number;
  throw new Error(
    `--${name} takes ${isWhole ? "whole numbers" : "a number"} above 0, and got ${JSON.stringify(text)}.`,
  );
}
