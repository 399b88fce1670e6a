import { MINUTE_MS } from "../../kernel/clock.ts";
import {
  type ErrorRateBaseline,
  errorShareZScore,
  PAST_MINUTES_MIN,
  shareOf,
} from "../../methods/error-rates/error-rate-baseline.ts";
import { minuteOf, RECENT_MINUTES, type Sum, sumMinutes } from "../../methods/error-rates/minute-counts.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { count, figure, percent } from "../describe-figures.ts";
import type { LogErrorRateRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { anyEnvironment, createFinding, type DetectorInput, describeTopPattern } from "./detector-input.ts";
import { usualErrorRate } from "./note-error-episode.ts";

const PAST_LOGS_MIN = 100;
const HIGH_SHARE = 0.5;

const isAbove = (rule: LogErrorRateRule, recent: Sum, past: ErrorRateBaseline): boolean =>
  recent.logs >= rule.minLogs &&
  recent.errors >= rule.minErrors &&
  past.minutes >= PAST_MINUTES_MIN &&
  past.logs >= PAST_LOGS_MIN &&
  shareOf(recent) >= rule.times * shareOf(past) &&
  shareOf(recent) >= rule.rise + shareOf(past) &&
  errorShareZScore(past, recent) >= rule.significance;

/** The share of errors in the last five minutes lies significantly above the hour before. */
export function findErrorRate(rule: LogErrorRateRule, subject: DetectorInput): Finding | null {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return null;
  const minute = minuteOf(state.watermark);
  const from = minute - RECENT_MINUTES + 1;
  const recent = sumMinutes(state.minutes, from, minute);
  if (recent.errors < rule.minErrors) return null;
  const past = usualErrorRate(state, from);
  if (!isAbove(rule, recent, past)) return null;
  const share = shareOf(recent);
  const usual = shareOf(past);
  const times = usual === 0 ? Infinity : share / usual;
  const marks = marksSince(state.errorTrail, from * MINUTE_MS);
  return createFinding(rule, service, {
    reason: "error_share_above_usual",
    title: `Error rate of ${service}: ${percent(share)} of its logs are errors`,
    description:
      `${count(recent.errors, "error")} in ${count(recent.logs, "log")} of the last ${RECENT_MINUTES} minutes, ${percent(share)}; ` +
      `usual is ${percent(usual)} (${count(past.minutes, "minute")} before)${Number.isFinite(times) ? `, ${figure(times)} times less` : ""}. ` +
      `The rise is ${figure(errorShareZScore(past, recent))} standard deviations.${describeTopPattern(state, from * MINUTE_MS)}`,
    severity: times >= rule.highTimes || share >= HIGH_SHARE ? "HIGH" : "MEDIUM",
    environment: anyEnvironment(state),
    marks,
    at: state.watermark,
  });
}
