import { MINUTE_MS } from "../../kernel/clock.ts";
import { formatDuration, formatFigure } from "../../kernel/format-figures.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Hop, Picture } from "../gather/incident-picture.ts";
import type { JudgedChange } from "./changes.ts";
import type { Deviation } from "./deviations.ts";
import { hopTime } from "./signal.ts";
import { timeOf } from "./view.ts";

/** Units without information. */
const PLAIN_UNITS = new Set(["", "1", "count", "counts", "none", "number", "unit", "units", "{count}"]);
const BYTES = /^(?:bytes?|by|b)$/i;
const BYTE_STEPS = ["B", "kB", "MB", "GB", "TB", "PB"];
const PERCENT = /^(?:percent|percentage|pct|%)$/i;
const UNIT_CHARS_MAX = 20;
/** Digits below ten. */
const COUNT_DIGITS = 2;
/** Minimum rate per minute that is shown. */
const RATE_LEAST = 0.1;

/** `30 → 98 %`, `399 MB → 1.54 GB`, `0.9 → 120`. */
export function fromTo(before: number, after: number, unit: string, counted: boolean): string {
  if (BYTES.test(unit)) return `${bytes(before)} → ${bytes(after)}`;
  const format = counted ? meanCount : formatFigure;
  const tail = PERCENT.test(unit)
    ? " %"
    : PLAIN_UNITS.has(unit.toLowerCase())
      ? ""
      : ` ${toSingleLine(unit, UNIT_CHARS_MAX)}`;
  return `${format(before)} → ${format(after)}${tail}`;
}

/** Means per minute: `none → 23 a minute`. */
export function ratesFromTo(before: number, after: number): string {
  const format = (rate: number) =>
    rate === 0 ? "none" : rate < RATE_LEAST ? `less than ${RATE_LEAST}` : meanCount(rate);
  return `${format(before)} → ${format(after)} a minute`;
}

const meanCount = (value: number): string =>
  formatFigure(Math.abs(value) >= 10 ? Math.round(value) : Number(value.toPrecision(COUNT_DIGITS)));

function bytes(value: number): string {
  if (!Number.isFinite(value)) return formatFigure(value);
  const steps = Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3);
  const step = Math.min(BYTE_STEPS.length - 1, steps);
  return `${formatFigure(value / 1000 ** step)} ${BYTE_STEPS[step]}`;
}

const TEMPLATE_CHARS_MAX = 140;
const NAME_CHARS_MAX = 80;

export const named = (text: string): string => toSingleLine(text, NAME_CHARS_MAX);

/** `09:12:31 UTC`. */
export const clockTime = (at: number): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/** `cpu of cart 1.2 → 98 since 09:12:31 UTC`. */
export function describeDeviation(picture: Picture, deviation: Deviation): string {
  const { signal } = deviation;
  return `${subject(deviation)} ${movement(picture, deviation)} since ${clockTime(beginning(picture, deviation))}${
    signal.metric?.instance ? ` (${named(signal.metric.instance)})` : ""
  }`;
}

function subject({ signal }: Deviation): string {
  if (signal.kind === "errors") return `errors of ${named(signal.service)}`;
  if (signal.kind === "volume") return `everything from ${named(signal.service)}`;
  if (signal.hop) return wayOf(signal.hop);
  if (signal.kind === "metric") return `${named(signal.name)} of ${named(signal.service)}`;
  return `“${toSingleLine(signal.name, TEMPLATE_CHARS_MAX)}” of ${named(signal.service)}`;
}

const wayOf = ({ from, to }: Hop): string =>
  from === to
    ? `the time between two messages of ${named(to)} in a request`
    : `the time from ${named(from)} to ${named(to)} in a request`;

/** Counts are shown per minute. */
function movement({ grid }: Picture, { signal, before, after }: Deviation): string {
  if (signal.kind === "metric") return fromTo(before, after, signal.metric?.unit ?? "", signal.counted);
  if (signal.hop) return fromTo(hopTime(before), hopTime(after), "ms", true);
  const minutes = grid.step / MINUTE_MS;
  return ratesFromTo(before / minutes, after / minutes);
}

/** The first troubled step; of a new message, its first event. */
export function beginning(picture: Picture, deviation: Deviation): number {
  const { signal, since, presence } = deviation;
  const at = timeOf(picture, since);
  return signal.pattern && presence === "new" ? Math.max(at, signal.pattern.firstAt) : at;
}

/** `2 min`, `2 h 14 min`, `less than a minute`. */
export function gapOf(earlier: number, later: number): string {
  const minutes = Math.round((later - earlier) / MINUTE_MS);
  return minutes < 1 ? "less than a minute" : formatDuration(minutes * MINUTE_MS);
}

export function describeChange({ change }: JudgedChange): string {
  return change.kind === "catalog"
    ? `the edit of the catalog entry of ${named(change.service)} at ${clockTime(change.at)}`
    : `the deployment of ${named(change.what)} of ${named(change.service)} at ${clockTime(change.at)}`;
}

export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
