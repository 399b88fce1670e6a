import { MINUTE_MS } from "../../kernel/clock.ts";
import { minuteOf, type Sum, sumMinutes } from "../counts.ts";
import type { Finding } from "../finding.ts";
import { RECENT_MINUTES } from "../limits.ts";
import { PAST_MINUTES_MIN, type Past, shareOf, shareSignificance } from "../past.ts";
import type { LogErrorRateRule } from "../rule.ts";
import { count, figure, percent } from "../text.ts";
import { marksSince } from "../trail.ts";
import { anyEnvironment, createFinding, describeTopPattern, type Subject } from "./subject.ts";
import { usualPast } from "./trouble.ts";

const PAST_LOGS_MIN = 100;
const HIGH_SHARE = 0.5;

const isAbove = (rule: LogErrorRateRule, recent: Sum, past: Past): boolean =>
  recent.logs >= rule.minLogs &&
  recent.errors >= rule.minErrors &&
  past.minutes >= PAST_MINUTES_MIN &&
  past.logs >= PAST_LOGS_MIN &&
  shareOf(recent) >= rule.times * shareOf(past) &&
  shareOf(recent) >= rule.rise + shareOf(past) &&
  shareSignificance(past, recent) >= rule.significance;

/** The share of errors in the last five minutes lies significantly above the hour before. */
export function findErrorRate(rule: LogErrorRateRule, subject: Subject): Finding | null {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return null;
  const minute = minuteOf(state.watermark);
  const from = minute - RECENT_MINUTES + 1;
  const recent = sumMinutes(state.minutes, from, minute);
  if (recent.errors < rule.minErrors) return null;
  const past = usualPast(state, from);
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
      `The rise is ${figure(shareSignificance(past, recent))} standard deviations.${describeTopPattern(state, from * MINUTE_MS)}`,
    severity: times >= rule.highTimes || share >= HIGH_SHARE ? "HIGH" : "MEDIUM",
    environment: anyEnvironment(state),
    marks,
    at: state.watermark,
  });
}
