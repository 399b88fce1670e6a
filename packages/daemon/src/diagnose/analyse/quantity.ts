import { figure } from "../../detect/describe-figures.ts";
import { toSingleLine } from "../../kernel/single-line.ts";

/** Units that say no more than that a number is one. */
const PLAIN_UNITS = new Set(["", "1", "count", "counts", "none", "number", "unit", "units", "{count}"]);
const BYTES = /^(?:bytes?|by|b)$/i;
const BYTE_STEPS = ["B", "kB", "MB", "GB", "TB", "PB"];
const PERCENT = /^(?:percent|percentage|pct|%)$/i;
const UNIT_CHARS_MAX = 20;
/** Digits that a mean of counts is told with below ten; from there on it is told whole. */
const COUNT_DIGITS = 2;
/** Less than this a minute is hardly ever. */
const RATE_LEAST = 0.1;

/** `30 → 98 %`, `399 MB → 1.54 GB`, `0.9 → 120`. */
export function fromTo(before: number, after: number, unit: string, counted: boolean): string {
  if (BYTES.test(unit)) return `${bytes(before)} → ${bytes(after)}`;
  const told = counted ? meanCount : figure;
  const tail = PERCENT.test(unit)
    ? " %"
    : PLAIN_UNITS.has(unit.toLowerCase())
      ? ""
      : ` ${toSingleLine(unit, UNIT_CHARS_MAX)}`;
  return `${told(before)} → ${told(after)}${tail}`;
}

/** Means by the minute: `none → 23 a minute`. */
export function ratesFromTo(before: number, after: number): string {
  const told = (rate: number) =>
    rate === 0 ? "none" : rate < RATE_LEAST ? `less than ${RATE_LEAST}` : meanCount(rate);
  return `${told(before)} → ${told(after)} a minute`;
}

const meanCount = (value: number): string =>
  Math.abs(value) >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(COUNT_DIGITS)));

function bytes(value: number): string {
  const steps = Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3);
  const step = Math.min(BYTE_STEPS.length - 1, steps);
  return `${figure(value / 1000 ** step)} ${BYTE_STEPS[step]}`;
}
