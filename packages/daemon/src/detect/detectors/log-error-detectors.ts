import { MINUTE_MS, SECOND_MS, toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { wilsonInterval } from "../../methods/calibration/wilson-interval.ts";
import {
  areMore,
  type ErrorRate,
  type ErrorRise,
  errorRise,
  KNOWN_HOURS,
  THRESHOLD,
  usualAMinute,
  usualShare,
} from "../../methods/error-rates/error-rate-cusum.ts";
import {
  fullestWindow,
  minuteOf,
  RECENT_MINUTES,
  shareOf,
  sumBesidesWorst,
  sumMinutes,
} from "../../methods/error-rates/minute-counts.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { ERROR_LOGS, shareLevel } from "../../model/condition-level.ts";
import type { Severity } from "../../model/incident.ts";
import { count, duration, figure, percent } from "../describe-figures.ts";
import { TITLE_PART_CHARS_MAX } from "../detection-bounds.ts";
import type { LogErrorBurstRule, LogErrorRateRule, LogFatalRule } from "../rules/rule.ts";
import { strictnessWith } from "../rules/sensitivity.ts";
import { doRequestsSucceed } from "../series/failing-requests.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { ServiceState } from "../state/service-state.ts";
import { titleOfFatal } from "../stated-cause.ts";
import { createFinding, type DetectorInput, describeTopTemplate } from "./detector-input.ts";

/** Any fatal log, including late ones. */
export function findFatal(rule: LogFatalRule, subject: DetectorInput): Finding[] {
  const { service, state, fresh } = subject;
  if (fresh.fatals === 0) return [];
  const recent = marksSince(state.fatalTrail, state.watermark - RECENT_MINUTES * MINUTE_MS);
  const marks = recent.length > 0 ? recent : marksSince(state.fatalTrail, 0);
  return createFinding(rule, subject, {
    reason: "fatal_log",
    title: titleOfFatal(service, toSingleLine(state.fatalSample, TITLE_PART_CHARS_MAX)),
    description: `${count(fresh.fatals, "fatal log")} came; any is one too many. The last one: ${state.fatalSample}`,
    severity: "CRITICAL",
    marks,
    at: marks[0]?.[1] ?? state.watermark,
    observations: fresh.fatals,
  });
}

/** The rise, if it matters by the rule's bounds. It is computed once for all rules of an evaluation. */
export function riseBeyond(
  { strictness, minErrors, times, rise: least }: Pick<LogErrorRateRule, "strictness" | "minErrors" | "times" | "rise">,
  { state, fresh, extraEvidence }: DetectorInput,
): ErrorRise | null {
  fresh.rise ??= { found: errorRise(state.errorRate, 0) };
  const rise = fresh.rise.found;
  if (rise === null || rise.recent.errors < minErrors) return null;
  if (rise.strength < strictnessWith(strictness, THRESHOLD, extraEvidence)) return null;
  const share = shareOf(rise.recent);
  return share >= Math.max(times * rise.usual, least + rise.usual) ? rise : null;
}

/** From half of the logs on, their share alone counts; below, errors must be more a minute, too. */
const MOST_SHARE = 0.5;
/** From this share of failures on many users see them. */
const HIGH_SHARE = 0.2;

export const severityOfShare = (share: number): Severity => (share >= HIGH_SHARE ? "HIGH" : "MEDIUM");

/** Errors in logs matter less while the metrics of the service count no more failures. */
export function unlessRequestsSucceed(
  severity: Severity,
  { series, watermark }: ServiceState,
  since: number,
): Severity {
  if (!doRequestsSucceed(series, since, watermark)) return severity;
  return severity === "HIGH" ? "MEDIUM" : "LOW";
}

/** By the share that is added for certain. No more errors than usual, among fewer logs, are LOW. */
export function severityOfRise(
  { recent, allowed, usualAMinute: usual, since }: ErrorRise,
  state: ServiceState,
): Severity {
  const { minutes, watermark } = state;
  const { lower } = wilsonInterval(recent.errors, recent.logs);
  const aMinute = recent.errors / Math.max(1, (watermark - since) / MINUTE_MS);
  if (lower < MOST_SHARE && !areMore(aMinute, usual)) return "LOW";
  // Errors of a single minute may be over already.
  const others = sumBesidesWorst(minutes, minuteOf(since), minuteOf(watermark));
  const lasting = others.logs === 0 ? 0 : wilsonInterval(others.errors, others.logs).lower;
  const added = Math.min(lower, lasting) - allowed;
  return added > 0 ? unlessRequestsSucceed(severityOfShare(added), state, since) : "LOW";
}

/** A quiet service may swell by the retries of one request. */
const isDoubtful = ({ strength, since, usualMs }: ErrorRise, { state, extraEvidence }: DetectorInput): boolean =>
  strength < strictnessWith(1, THRESHOLD, extraEvidence) || state.watermark - since < usualMs;

export const describeRise = ({ recent, usual, since }: ErrorRise, watermark: number): string =>
  `${count(recent.errors, "error")} in ${count(recent.logs, "log")} since ${toIso(since)} ` +
  `(${duration(Math.max(1, Math.round((watermark - since) / MINUTE_MS)))}), ${percent(shareOf(recent))}; usual is ${percent(usual)}.`;

/** The share of errors is significantly above the service's own past. */
export function findErrorRate(rule: LogErrorRateRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return [];
  const rise = riseBeyond(rule, subject);
  if (rise === null) return [];
  const share = shareOf(rise.recent);
  const marks = marksSince(state.errorTrail, rise.since);
  return createFinding(rule, subject, {
    reason: "error_share_above_usual",
    title: `Error rate of ${service}: ${percent(share)} of its logs are errors`,
    description: `${describeRise(rise, state.watermark)}${describeTopTemplate(state, rise.since)}`,
    severity: isDoubtful(rise, subject) ? "LOW" : severityOfRise(rise, state),
    level: shareLevel(ERROR_LOGS, share),
    marks,
    at: rise.since,
  });
}

const WINDOW_SECONDS = 60;
/** Below half of the logs a burst requires this multiple of the usual share, so that more traffic alone is none. */
const SHARE_TIMES = 2;

interface BurstComparison {
  readonly isBurst: boolean;
  readonly reason: string;
  readonly words: string;
  readonly times: number;
}

function compareBurst(rule: LogErrorBurstRule, errors: number, share: number, rate: ErrorRate): BurstComparison {
  if (rate.pastHours < KNOWN_HOURS) {
    return {
      isBurst: share >= rule.newServiceShare,
      reason: "error_burst_in_new_service",
      words: `The service has no past to compare with; ${percent(share)} of its logs were errors`,
      times: Infinity,
    };
  }
  const mean = usualAMinute(rate);
  return {
    isBurst: errors >= rule.times * mean && share >= Math.min(MOST_SHARE, SHARE_TIMES * usualShare(rate)),
    reason: "errors_above_burst_threshold",
    words: `Usual are ${figure(mean)} a minute; ${percent(share)} of the logs were errors`,
    times: mean === 0 ? Infinity : errors / mean,
  };
}

/** A part of the errors comes before or after the fullest minute, so that they aren't over with it. */
const LASTING_SHARE = 0.25;

function isLasting({ minutes }: ServiceState, { from, to, errors }: ReturnType<typeof fullestWindow>): boolean {
  const around = sumMinutes(minutes, minuteOf(from * SECOND_MS) - 1, minuteOf(to * SECOND_MS) + 1);
  return around.errors - errors >= LASTING_SHARE * errors;
}

/** Many errors within one minute: far more than usual, or a large share of the logs of a new service. */
export function findErrorBurst(rule: LogErrorBurstRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0) return [];
  const burst = fullestWindow(state.seconds, WINDOW_SECONDS, fresh.errorFrom, fresh.errorTo);
  if (burst.errors < rule.minErrors) return [];
  const fromMs = burst.from * SECOND_MS;
  const share = shareOf(sumMinutes(state.minutes, minuteOf(fromMs), minuteOf(burst.to * SECOND_MS)));
  const { isBurst, reason, words, times } = compareBurst(rule, burst.errors, share, state.errorRate);
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
    severity: unlessRequestsSucceed(
      isLasting(state, burst) && (times >= rule.highTimes || share >= HIGH_SHARE) ? "HIGH" : "MEDIUM",
      state,
      fromMs,
    ),
    level: { measure: "errors a minute", value: burst.errors },
    marks,
    at: marks[0]?.[1] ?? fromMs,
  });
}
