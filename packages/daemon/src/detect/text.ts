import { withoutInvisible } from "../kernel/invisible.ts";

const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Hostile text as one short line: no control characters, no line ends, nothing that can't be seen or that turns the direction of writing. */
export function oneLine(text: string, charsMax: number): string {
  const begin = text.length > charsMax * 2 ? text.slice(0, charsMax * 2) : text;
  const line = withoutInvisible(begin.replace(UNSHOWABLE, " ")).trim();
  return (line.length > charsMax ? `${line.slice(0, charsMax - 1)}…` : line).toWellFormed();
}

/** `1 error`, `150 errors`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A number with as many digits as a reader needs. */
export const figure = (value: number): string => String(Number(value.toPrecision(3)));

export const percent = (share: number): string => `${figure(share * 100)} %`;
