import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { GROSS, HIGH_KNOWN_MS, SPREADS } from "../../methods/golden-signals/level-shift.ts";
import type { GoldenSignal } from "../../methods/golden-signals/metric-meaning.ts";
import { coverInterval } from "../../methods/metric-series/sampling-interval.ts";
import { type ConditionLevel, FAILED_REQUESTS, shareLevel } from "../../model/condition-level.ts";
import type { Severity } from "../../model/incident.ts";
import { duration, figure, percent } from "../describe-figures.ts";
import { TITLE_PART_CHARS_MAX } from "../detection-bounds.ts";
import type { MetricShiftRule } from "../rules/rule.ts";
import { strictnessWith } from "../rules/sensitivity.ts";
import { badnessOfShift, type GoldenShift, isShareSignal } from "../series/golden-series.ts";
import type { Instance } from "../series/series-key.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { FreshShift } from "../state/new-observations.ts";
import { CLIMBED, SATURATION, TRAFFIC } from "../stated-cause.ts";
import { createFinding, type DetectorInput } from "./detector-input.ts";
import { severityOfShare } from "./log-error-detectors.ts";
import { describeOthers, worstByGroup } from "./metric-instances.ts";

/** The rule http-5xx-high requires this share. */
const MEDIUM_SHARE = 0.05;

/** Fewer failures a minute wake nobody: three of them take an hour. */
const RARE_A_MINUTE = 1 / 20;

/** Shifts of less than an order of magnitude are sure after this time. */
const SURE_MS = 5 * MINUTE_MS;

/** Signals that fall when they get worse. */
const FALLS: ReadonlySet<GoldenSignal> = new Set(["availability", "hits", "replicas"]);

/** These alone wake nobody. */
const MILD: ReadonlySet<GoldenSignal> = new Set(["saturation", "hits", "replicas"]);
const DOUBLED = Math.log(2);

function severityOf({ highTimes }: MetricShiftRule, shift: GoldenShift, lasts: number, bar: number): Severity {
  const { signal } = shift.meaning;
  // One value may be an outlier.
  if (
    lasts === 0 ||
    (!shift.isClimb && shift.strength < bar) ||
    shift.isRecurring ||
    (signal === "traffic" && shift.sign > 0)
  )
    return "LOW";
  if (signal === "memory" || signal === "disk") return shift.distance >= DOUBLED ? "MEDIUM" : "LOW";
  if (shift.isClimb) return "MEDIUM";
  if (signal === "replicas" && shift.value < 1 && lasts >= SURE_MS) return "MEDIUM";
  if (MILD.has(signal)) return "LOW";
  if (signal === "error share" || signal === "availability") {
    const share = badnessOfShift(shift);
    if (share < MEDIUM_SHARE) return "LOW";
    return shift.meaning.isOfClients ? "MEDIUM" : severityOfShare(share);
  }
  if (shift.share !== undefined) return severityOfFailures(shift, highTimes, shift.share);
  if (shift.meaning.isOfClients) return shift.distance >= GROSS && lasts >= SURE_MS ? "MEDIUM" : "LOW";
  if (signal === "traffic" && shift.knownMs < 7 * DAY_MS) return severityOfYoungFall(shift, highTimes);
  if (shift.distance >= Math.log(highTimes)) return "HIGH";
  return shift.distance >= GROSS && lasts >= SURE_MS ? "MEDIUM" : "LOW";
}

/** By the share of requests. Many more errors are MEDIUM all the same: they may be all requests of one kind. */
function severityOfFailures(shift: GoldenShift, highTimes: number, share: number): Severity {
  if (share >= MEDIUM_SHARE) return wakesNobody(shift) ? "MEDIUM" : severityOfShare(share);
  return shift.distance >= Math.log(highTimes) ? "MEDIUM" : "LOW";
}

/** Errors that clients may have made, or so few that nobody has to wake up. */
const wakesNobody = (shift: GoldenShift): boolean =>
  shift.meaning.isOfClients === true || badnessOfShift(shift) < RARE_A_MINUTE;

/** This part of a fall must come within some ten minutes. */
const YOUNG_FALL_SHARE = 0.25;

/** Evenings and weekends look like lost traffic. They deepen slowly; a first night is as deep as an outage. */
function severityOfYoungFall(shift: GoldenShift, highTimes: number): Severity {
  const { distance, leap, knownMs } = shift;
  const least = Math.log(highTimes) + (knownMs < DAY_MS ? GROSS : 0);
  if (distance < least || leap < YOUNG_FALL_SHARE * least) return "LOW";
  // A job may end that began before the series was known.
  return knownMs < HIGH_KNOWN_MS ? "MEDIUM" : "HIGH";
}

const WORDS: Readonly<Record<GoldenSignal, string>> = {
  latency: "Latency",
  traffic: TRAFFIC,
  errors: "Errors",
  "error share": "Error share",
  availability: "Availability",
  hits: "Hit ratio",
  queue: "Queue",
  memory: "Memory",
  saturation: SATURATION,
  disk: "Disk use",
  replicas: "Replicas",
};

/** Other instances in the same condition. */
function othersOf({ series, shift }: FreshShift, { state }: DetectorInput): Instance[] {
  const { instance } = series;
  if (instance === null) return [];
  return [...state.series.values()].flatMap((other) => {
    const run = other.golden?.shift.run;
    const isSame = other !== series && other.instance?.group === instance.group && run?.sign === shift.sign;
    return isSame && run.openAt > 0 && other.instance !== null ? [other.instance] : [];
  });
}

const SUM = /[._]?sum$/i;

function describe(fresh: FreshShift, subject: DetectorInput): Pick<Finding, "reason" | "title" | "description"> {
  const { shift, series, seriesKey } = fresh;
  const { signal } = shift.meaning;
  const { isSum } = shift.meaning;
  const name = toSingleLine(isSum ? `mean ${series.name.replace(SUM, "")}` : series.name, TITLE_PART_CHARS_MAX);
  const [now, usual] = [figure(shift.value), figure(shift.usualValue)];
  const minutes = Math.max(1, Math.round((series.lastAt - shift.since) / MINUTE_MS));
  const growth = shift.isAMinute ? " a minute" : "";
  const times = figure(Math.exp(shift.distance));
  const isWorse = shift.meaning.isLeft === true || shift.sign > 0;
  const way = isWorse !== FALLS.has(signal) ? (shift.isClimb && !shift.meaning.isLeft ? CLIMBED : "rose") : "fell";
  return {
    reason: shift.isClimb ? "signal_climbed" : "signal_shifted",
    title: `${WORDS[signal]} of ${subject.service} ${way}: ${name} ${now}${growth} instead of ${usual}`,
    description:
      `${toSingleLine(seriesKey, TITLE_PART_CHARS_MAX)} is ${now}${growth}${isSum ? " on average" : ""}; usual is ${usual}. ` +
      `It has been ${times} times ${shift.sign > 0 ? "worse" : "lower"} for ${duration(minutes)}.` +
      `${shift.share === undefined ? "" : ` That is ${percent(shift.share)} of the requests.`}` +
      describeOthers(othersOf(fresh, subject)),
  };
}

function levelOf({ meaning: { signal }, sign, usual, distance }: GoldenShift): ConditionLevel {
  if (sign < 0) return { measure: "fall", value: Math.exp(distance - usual) };
  const value = Math.exp(usual + distance);
  if (!isShareSignal(signal)) return { measure: "rise", value };
  return shareLevel(signal === "hits" ? "rise" : FAILED_REQUESTS, value);
}

/** A metric of requests has no values while none come, and isn't rarer for that. */
const usualIntervalOf = ({ series, shift }: FreshShift): number =>
  Math.min(series.intervalMs, shift.knownMs / Math.max(1, shift.known));

/** Golden signals that shifted; instances of one group are one finding. */
export function findShifts(rule: MetricShiftRule, subject: DetectorInput): Finding[] {
  if (subject.fresh.shifts.size === 0) return [];
  const groups = worstByGroup(
    [...subject.fresh.shifts.values()].filter((each) => each.rule === rule),
    ({ series }) => series.instance,
    (one, other) => one.shift.distance > other.shift.distance,
  );
  // A nearer shift is doubtful.
  const bar = strictnessWith(rule.strictness, SPREADS, subject.extraEvidence);
  return [...groups].flatMap(([group, worst]) =>
    createFinding(coverInterval(rule, usualIntervalOf(worst)), subject, {
      ...describe(worst, subject),
      level: levelOf(worst.shift),
      severity: worst.isOfFew ? "LOW" : severityOf(rule, worst.shift, worst.series.lastAt - worst.shift.since, bar),
      environment: worst.series.environment ?? subject.state.environment,
      marks: worst.shift.marks,
      about: worst.shift.meaning.signal === "traffic" && worst.shift.sign < 0 ? `${group} fell` : group,
      at: worst.shift.since,
    }),
  );
}
