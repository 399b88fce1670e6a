import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import {
  type ErrorRateBaseline,
  errorRateBaselineBefore,
  errorShareZScore,
  PAST_MINUTES_MIN,
  shareOf,
} from "../../methods/error-rates/error-rate-baseline.ts";
import {
  fullestWindow,
  markUnusual,
  minuteOf,
  RECENT_MINUTES,
  sumMinutes,
} from "../../methods/error-rates/minute-counts.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { count, figure, percent } from "../describe-figures.ts";
import type { LogErrorBurstRule, LogErrorRateRule, LogFatalRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { ServiceState } from "../state/service-state.ts";
import { createFinding, type DetectorInput, describeTopTemplate } from "./detector-input.ts";

/** An error episode is over after this time without unusual errors. */
const EPISODE_QUIET_MS = 15 * MINUTE_MS;
/** Errors that last for this time are the new usual. */
const EPISODE_MS_MAX = 6 * 60 * MINUTE_MS;

/** The baseline before a minute; during an error episode, the one from before the episode. */
export function usualErrorRate(state: ServiceState, before: number): ErrorRateBaseline {
  const { trouble } = state;
  if (trouble !== null && state.watermark - trouble.lastAt <= EPISODE_QUIET_MS) return trouble.past;
  return errorRateBaselineBefore(state.minutes, before);
}

/** Keeps the baseline from before unusual errors, and excludes their minutes from it. */
export function noteErrorEpisode(state: ServiceState): void {
  const { watermark, trouble } = state;
  const recentFrom = minuteOf(watermark) - RECENT_MINUTES + 1;
  const ongoing = trouble !== null && watermark - trouble.lastAt <= EPISODE_QUIET_MS ? trouble : undefined;
  if (ongoing && watermark - ongoing.since > EPISODE_MS_MAX) {
    state.trouble = null;
    return;
  }
  const past = ongoing?.past ?? errorRateBaselineBefore(state.minutes, recentFrom);
  state.trouble = { since: ongoing?.since ?? watermark, lastAt: watermark, past };
  markUnusual(state.minutes, recentFrom, minuteOf(watermark));
}

const TITLE_SAMPLE_CHARS_MAX = 120;

/** Any fatal log, including late ones. */
export function findFatal(rule: LogFatalRule, subject: DetectorInput): Finding[] {
  const { service, state, fresh } = subject;
  if (fresh.fatals === 0) return [];
  const recent = marksSince(state.fatalTrail, state.watermark - RECENT_MINUTES * MINUTE_MS);
  const marks = recent.length > 0 ? recent : marksSince(state.fatalTrail, 0);
  return createFinding(rule, subject, {
    reason: "fatal_log",
    title: `Fatal error in ${service}: ${toSingleLine(state.fatalSample, TITLE_SAMPLE_CHARS_MAX)}`,
    description: `${count(fresh.fatals, "fatal log")} came; any is one too many. The last one: ${state.fatalSample}`,
    severity: "CRITICAL",
    marks,
    at: marks[0]?.[1] ?? state.watermark,
    observations: fresh.fatals,
  });
}

const PAST_LOGS_MIN = 100;
/** From this share on errors are severe, and a burst whatever was usual. */
const HIGH_SHARE = 0.5;

/** The share of errors in the last five minutes is significantly above that of the hour before. */
export function findErrorRate(rule: LogErrorRateRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return [];
  const minute = minuteOf(state.watermark);
  const from = minute - RECENT_MINUTES + 1;
  const recent = sumMinutes(state.minutes, from, minute);
  if (recent.errors < rule.minErrors || recent.logs < rule.minLogs) return [];
  const past = usualErrorRate(state, from);
  if (past.minutes < PAST_MINUTES_MIN || past.logs < PAST_LOGS_MIN) return [];
  const share = shareOf(recent);
  const usual = shareOf(past);
  const significance = errorShareZScore(past, recent);
  if (share < rule.times * usual || share < rule.rise + usual || significance < rule.significance) return [];
  const times = usual === 0 ? Infinity : share / usual;
  return createFinding(rule, subject, {
    reason: "error_share_above_usual",
    title: `Error rate of ${service}: ${percent(share)} of its logs are errors`,
    description:
      `${count(recent.errors, "error")} in ${count(recent.logs, "log")} of the last ${RECENT_MINUTES} minutes, ${percent(share)}; ` +
      `usual is ${percent(usual)} (${count(past.minutes, "minute")} before)${Number.isFinite(times) ? `, ${figure(times)} times less` : ""}. ` +
      `The rise is ${figure(significance)} standard deviations.${describeTopTemplate(state, from * MINUTE_MS)}`,
    severity: times >= rule.highTimes || share >= HIGH_SHARE ? "HIGH" : "MEDIUM",
    marks: marksSince(state.errorTrail, from * MINUTE_MS),
  });
}

const WINDOW_SECONDS = 60;
/** Below the high share a burst requires this multiple of the usual share, so that more traffic alone is none. */
const SHARE_TIMES = 2;

interface BurstComparison {
  readonly isBurst: boolean;
  readonly reason: string;
  readonly words: string;
  readonly times: number;
}

function compareBurst(
  rule: LogErrorBurstRule,
  errors: number,
  share: number,
  past: ErrorRateBaseline,
): BurstComparison {
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

/** Many errors within one minute: far more than usual, or a large share of the logs of a new service. */
export function findErrorBurst(rule: LogErrorBurstRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return [];
  const burst = fullestWindow(state.seconds, WINDOW_SECONDS, fresh.errorFrom, fresh.errorTo);
  if (burst.errors < rule.minErrors) return [];
  const fromMs = burst.from * SECOND_MS;
  const share = shareOf(sumMinutes(state.minutes, minuteOf(fromMs), minuteOf(burst.to * SECOND_MS)));
  const past = usualErrorRate(state, minuteOf(fromMs));
  const { isBurst, reason, words, times } = compareBurst(rule, burst.errors, share, past);
  if (!isBurst) return [];
  const seconds = burst.to - burst.from + 1;
  const span = seconds >= WINDOW_SECONDS ? "1 minute" : count(seconds, "second");
  const marks = marksSince(state.errorTrail, fromMs);
  return createFinding(rule, subject, {
    reason,
    title: `Error burst in ${service}: ${count(burst.errors, "error")} in 1 minute`,
    description:
      `${count(burst.errors, "error")} within ${span}, at least ${rule.minErrors} in 1 minute make a burst. ` +
      `${words}.${describeTopTemplate(state, fromMs - MINUTE_MS)}`,
    severity: times >= rule.highTimes ? "HIGH" : "MEDIUM",
    marks,
    at: marks[0]?.[1] ?? fromMs,
  });
}
