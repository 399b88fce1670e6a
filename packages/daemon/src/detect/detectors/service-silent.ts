import { DAY_MS, MINUTE_MS, toIso } from "../../kernel/clock.ts";
import { countActiveMinutes, recurringPause } from "../../methods/arrivals/arrival-statistics.ts";
import { logsBetween, PAST_MINUTES } from "../../methods/error-rates/minute-counts.ts";
import type { Severity } from "../../model/incident.ts";
import { duration, figure } from "../describe-figures.ts";
import { REPEAT_MS_MAX } from "../detection-bounds.ts";
import type { ServiceSilentRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { ServiceState } from "../state/service-state.ts";
import { createFinding, type DetectorInput, findingKey } from "./detector-input.ts";
import { namesIn } from "./metric-instances.ts";

/** The alerts TargetDown and KubeletDown of kube-prometheus wait for these times, as a warning and as critical. */
const MEDIUM_MINUTES = 10;
const HIGH_MINUTES = 15;
/** Silence is reported this many times within the resolution time. */
const REPORTS_PER_RESOLUTION = 3;

export interface Silence {
  /** The longest usual silence. */
  readonly limitMs: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The time at which silence would be reported; null unless the service is steady. Silence counts from `listeningSince` on. */
export function silenceOf(rule: ServiceSilentRule, state: ServiceState, listeningSince: number): Silence | null {
  const { arrivals } = state;
  const activeMinutes = countActiveMinutes(arrivals, rule.steadyMinutes);
  if (arrivals.at === 0 || activeMinutes < rule.steadyMinutes * rule.steadyShare) return null;
  const limitMs = Math.max(rule.silentMinutes * MINUTE_MS, rule.times * arrivals.gapMs, recurringPause(arrivals));
  const startsAt = Math.max(arrivals.at, listeningSince) + limitMs;
  return { limitMs, startsAt, endsAt: startsAt + rule.giveUpMinutes * MINUTE_MS };
}

/** The next report of silence, which may be due; null when no more are due. */
export function nextSilenceAt(
  rule: ServiceSilentRule,
  service: string,
  state: ServiceState,
  silence: Silence,
  now: number,
): number | null {
  const reportedAt = state.conditions.get(findingKey(rule, service))?.lastSeenAt ?? 0;
  const again = reportedAt + Math.max(REPEAT_MS_MAX, rule.resolveAfterMs / REPORTS_PER_RESOLUTION);
  const next = reportedAt < silence.startsAt ? silence.startsAt : again;
  return Math.max(next, now) < silence.endsAt ? next : null;
}

const severityAfter = (minutes: number, most: Severity = "HIGH"): Severity =>
  minutes >= HIGH_MINUTES ? most : minutes >= MEDIUM_MINUTES ? "MEDIUM" : "LOW";

/** A steady service without telemetry. */
export function findSilence(
  rule: ServiceSilentRule,
  service: string,
  state: ServiceState,
  silence: Silence,
  now: number,
): Finding[] {
  if (now < silence.startsAt || now >= silence.endsAt) return [];
  const minutes = (now - state.arrivals.at) / MINUTE_MS;
  return createFinding(
    rule,
    { service, state },
    {
      reason: "steady_service_fell_silent",
      title: `${service} is silent`,
      description:
        `Nothing came from ${service} for ${figure(minutes)} minutes, since ${toIso(state.arrivals.at)}. It had spoken in at least ` +
        `${figure(rule.steadyShare * 100)} % of the ${rule.steadyMinutes} minutes before, about every ${figure(Math.max(state.arrivals.gapMs, 1000) / 1000)} seconds; ` +
        `${figure(silence.limitMs / MINUTE_MS)} minutes are its limit.`,
      severity: severityAfter(minutes),
      marks: [[state.arrivals.lastId, state.watermark]],
      at: Math.max(state.watermark, 0),
    },
  );
}

/** Most metrics of a service stopped, and others go on. A job of some hours looks like that when it ends: that is LOW. */
function findStoppedMetrics(rule: ServiceSilentRule, { service, state, fresh }: DetectorInput): Finding[] {
  if (fresh.stopped === null) return [];
  const { names, steady, since, steadyMs, lastId, isOutage } = fresh.stopped;
  const minutes = (state.watermark - since) / MINUTE_MS;
  const logsGoOn = logsBetween(state.minutes, since + MINUTE_MS, state.watermark) > 0;
  const hadLogs = logsBetween(state.minutes, since - PAST_MINUTES * MINUTE_MS, since) > 0;
  const areAll = names.length === steady;
  const others = areAll ? `The logs of ${service}` : `Other metrics of ${service}`;
  return createFinding(
    rule,
    { service, state },
    {
      reason: "metrics_stopped",
      title: `${areAll ? "All" : `${names.length} of`} ${steady} metrics of ${service} stopped`,
      description:
        `Nothing came of ${namesIn(names)} since ${toIso(since)}, and before for ${duration(steadyMs / MINUTE_MS)} without a gap. ` +
        `${others} go on${logsGoOn && !areAll ? ", and so do its logs" : ""}.`,
      severity:
        steadyMs < DAY_MS || !isOutage ? "LOW" : severityAfter(minutes, hadLogs && !logsGoOn ? "HIGH" : "MEDIUM"),
      about: "metrics",
      marks: [[lastId, since]],
      at: since,
    },
  );
}

/** Logs stopped, and metrics go on, which show whatever else is wrong. It may be the end of a job, or a night. */
function findStoppedLogs(rule: ServiceSilentRule, { service, state, fresh }: DetectorInput): Finding[] {
  if (fresh.stoppedLogs === null) return [];
  const { since, usual, longestMs } = fresh.stoppedLogs;
  const silentMs = state.watermark - since;
  if (silentMs < rule.times * longestMs || silentMs > rule.giveUpMinutes * MINUTE_MS) return [];
  return createFinding(
    rule,
    { service, state },
    {
      reason: "logs_stopped",
      title: `The logs of ${service} stopped`,
      description:
        `No log came from ${service} since ${toIso(since)}, and ${figure(usual)} a minute in the hour before. ` +
        `Its metrics go on.`,
      severity: "LOW",
      about: "logs",
      marks: [[state.arrivals.lastId, state.watermark]],
      at: since,
    },
  );
}

export const findStopped = (rule: ServiceSilentRule, subject: DetectorInput): Finding[] => [
  ...findStoppedMetrics(rule, subject),
  ...findStoppedLogs(rule, subject),
];
