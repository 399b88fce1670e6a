import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { type ErrorRateBaseline, PAST_MINUTES_MIN, shareOf } from "../../methods/error-rates/error-rate-baseline.ts";
import { type Burst, fullestWindow, minuteOf, sumMinutes } from "../../methods/error-rates/minute-counts.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { count, figure, percent } from "../describe-figures.ts";
import type { LogErrorBurstRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { anyEnvironment, createFinding, type DetectorInput, describeTopPattern } from "./detector-input.ts";
import { usualErrorRate } from "./note-error-episode.ts";

const WINDOW_SECONDS = 60;
/** A share this high is a burst whatever was usual; below it, twice the usual share is needed, so that more traffic alone is none. */
const HIGH_SHARE = 0.5;
const SHARE_TIMES = 2;

type Comparison = {
  readonly isBurst: boolean;
  readonly reason: string;
  readonly words: string;
  readonly times: number;
};

function compareBurst(rule: LogErrorBurstRule, errors: number, share: number, past: ErrorRateBaseline): Comparison {
  if (past.minutes < PAST_MINUTES_MIN) {
    return {
      isBurst: share >= rule.newServiceShare,
      reason: "error_burst_in_new_service",
      words: `The service has no past to compare with; ${percent(share)} of its logs were errors`,
      times: Infinity,
    };
  }
  const mean = past.errors / past.minutes;
  return {
    isBurst: errors >= rule.times * mean && share >= Math.min(HIGH_SHARE, SHARE_TIMES * shareOf(past)),
    reason: "errors_above_burst_threshold",
    words: `Usual are ${figure(mean)} a minute (mean of the ${count(past.minutes, "minute")} before); ${percent(share)} of the logs were errors`,
    times: mean === 0 ? Infinity : errors / mean,
  };
}

function describe(rule: LogErrorBurstRule, subject: DetectorInput, burst: Burst, words: string): string {
  const seconds = burst.to - burst.from + 1;
  const span = seconds >= WINDOW_SECONDS ? "1 minute" : count(seconds, "second");
  const sample = describeTopPattern(subject.state, burst.from * SECOND_MS - MINUTE_MS);
  return `${count(burst.errors, "error")} within ${span}, at least ${rule.minErrors} in 1 minute make a burst. ${words}.${sample}`;
}

/** Many errors within one minute: far more than usual, or a large share of what a new service writes. */
export function findErrorBurst(rule: LogErrorBurstRule, subject: DetectorInput): Finding | null {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return null;
  const burst = fullestWindow(state.seconds, WINDOW_SECONDS, fresh.errorFrom, fresh.errorTo);
  if (burst.errors < rule.minErrors) return null;
  const from = minuteOf(burst.from * SECOND_MS);
  const share = shareOf(sumMinutes(state.minutes, from, minuteOf(burst.to * SECOND_MS)));
  const { isBurst, reason, words, times } = compareBurst(rule, burst.errors, share, usualErrorRate(state, from));
  if (!isBurst) return null;
  const marks = marksSince(state.errorTrail, burst.from * SECOND_MS);
  return createFinding(rule, service, {
    reason,
    title: `Error burst in ${service}: ${count(burst.errors, "error")} in 1 minute`,
    description: describe(rule, subject, burst, words),
    severity: times >= rule.highTimes ? "HIGH" : "MEDIUM",
    environment: anyEnvironment(state),
    marks,
    at: marks[0]?.[1] ?? burst.from * SECOND_MS,
  });
}
