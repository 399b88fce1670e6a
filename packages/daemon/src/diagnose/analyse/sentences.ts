import { count } from "../../detect/describe-figures.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Hop, Picture } from "../picture/incident-picture.ts";
import type { JudgedChange } from "./changes.ts";
import type { Deviation } from "./deviation.ts";
import { fromTo, ratesFromTo } from "./quantity.ts";
import { hopTime } from "./signal.ts";
import { timeOf } from "./view.ts";

const TEMPLATE_CHARS_MAX = 140;
const NAME_CHARS_MAX = 80;

export const named = (text: string): string => toSingleLine(text, NAME_CHARS_MAX);

/** `09:12:31 UTC`. */
export const clockTime = (at: number): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/** What deviates, with its numbers: `cpu of cart 1.2 → 98 since 09:12:31 UTC`. */
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

/** Counts are told by the minute, other values as they are. */
function movement({ grid }: Picture, { signal, before, after }: Deviation): string {
  if (signal.kind === "metric") return fromTo(before, after, signal.metric?.unit ?? "", signal.counted);
  if (signal.hop) return fromTo(hopTime(before), hopTime(after), "ms", true);
  const minutes = grid.step / MINUTE_MS;
  return ratesFromTo(before / minutes, after / minutes);
}

/** When it began; of a kind of message that was never seen before, its first one. */
export function beginning(picture: Picture, deviation: Deviation): number {
  const { signal, since, turn } = deviation;
  const at = timeOf(picture, since);
  return signal.pattern && turn === "new" ? Math.max(at, signal.pattern.firstAt) : at;
}

/** `2 minutes`, `less than a minute`. */
export function gapOf(earlier: number, later: number): string {
  const minutes = Math.round((later - earlier) / MINUTE_MS);
  return minutes < 1 ? "less than a minute" : count(minutes, "minute");
}

export function describeChange({ change }: JudgedChange): string {
  return change.kind === "catalog"
    ? `the edit of the catalog entry of ${named(change.service)} at ${clockTime(change.at)}`
    : `the deployment of ${named(change.what)} of ${named(change.service)} at ${clockTime(change.at)}`;
}

export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
