import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { countInRate, dropSuspicion } from "../../methods/error-rates/error-rate-cusum.ts";
import { countError, countLog, minuteOf, RECENT_MINUTES, secondOf } from "../../methods/error-rates/minute-counts.ts";
import { type LogTemplate, matchTemplate } from "../../methods/log-templates/template-set.ts";
import { countLogVolume, countOccurrence } from "../../methods/log-templates/template-statistics.ts";
import { addMark, markMinute } from "../../methods/state/evidence-trail.ts";
import { levelOf } from "../../model/log-level.ts";
import { hasFailed, isErrorLevel } from "../../model/log-outcome.ts";
import type { LogEvent } from "../../model/telemetry.ts";
import { BACKFILL_MS_MIN, SAMPLE_CHARS_MAX } from "../detection-bounds.ts";
import { environmentOf } from "../environment.ts";
import { essenceOf } from "../message-essence.ts";
import type { Rule } from "../rules/rule.ts";
import type { NewObservations } from "../state/new-observations.ts";
import type { ServiceState } from "../state/service-state.ts";

/** The time and logs from which on a service is known, so that a new template is news. */
export interface WarmUp {
  readonly minutes: number;
  readonly logs: number;
}

/** The shortest warm-up of the rules. */
export function warmUpOf(rules: readonly Rule[]): WarmUp {
  let minutes = Infinity;
  let logs = Infinity;
  for (const rule of rules) {
    if (rule.detector !== "log-new-pattern") continue;
    minutes = Math.min(minutes, rule.warmUpMinutes);
    logs = Math.min(logs, rule.warmUpLogs);
  }
  return { minutes, logs };
}

/** Templates that first occur after this time are listed as new. */
const KNOWN_MS = 30 * MINUTE_MS;
const TRAIL_MS = RECENT_MINUTES * MINUTE_MS;

/**
 * Finds the template of a log's message, which the log is stored with; counts nothing.
 *
 * Templates of errors are kept apart by level, since access lines of one template end both ways.
 */
export function assignTemplate(
  { errorTemplates, otherTemplates }: ServiceState,
  log: LogEvent,
  at: number,
): LogTemplate {
  const template = matchTemplate(isErrorLevel(levelOf(log)) ? errorTemplates : otherTemplates, log.message, at);
  log.patternId = template.fingerprint;
  return template;
}

export function recordLog(
  state: ServiceState,
  fresh: NewObservations,
  log: LogEvent,
  at: number,
  warmUp: WarmUp,
): void {
  const isError = hasFailed(log);
  countLog(state.minutes, minuteOf(at), isError);
  if (at - state.errorRate.slot >= BACKFILL_MS_MIN) dropSuspicion(state.errorRate);
  if (!isCutOff(state, at)) countInRate(state.errorRate, at, isError);
  if (state.logsSeen++ === 0) state.firstLogAt = at;
  const environment = environmentOf(log.metadata);
  if (environment !== null) state.environment = environment;
  const template = assignTemplate(state, log, at);
  template.json = null;
  if (template.count === 0) {
    // A backfill may have created it.
    template.firstAt = at;
    template.lastAt = at;
    template.statistics.cameLate = at - state.firstLogAt >= KNOWN_MS;
  }
  countLogVolume(state.volume, at);
  const { id } = log;
  const level = levelOf(log);
  const since = state.volume.resumedAt;
  countOccurrence(template.statistics, { id, level, at, lastAt: template.lastAt, since, logs: state.logsSeen });
  if (isError) recordFailure(state, fresh, log, at);
  if (isErrorLevel(level) || level === "warn") recordTrouble(state, fresh, log, template, at, warmUp);
  template.count++;
  if (minuteOf(at) > minuteOf(template.lastAt)) template.minuteCount = 1;
  else if (minuteOf(at) === minuteOf(template.lastAt)) template.minuteCount++;
  if (at > template.lastAt) template.lastAt = at;
}

/** Errors in this time after a deployment may come from interrupted requests. */
const CUT_OFF_MS = MINUTE_MS;

const isCutOff = ({ deployments }: ServiceState, at: number): boolean =>
  deployments.some((deployment) => at >= deployment.at && at - deployment.at < CUT_OFF_MS);

function recordFailure(state: ServiceState, fresh: NewObservations, log: LogEvent, at: number): void {
  const second = secondOf(at);
  countError(state.seconds, second);
  fresh.errors++;
  if (second < fresh.errorFrom) fresh.errorFrom = second;
  if (second > fresh.errorTo) fresh.errorTo = second;
  addMark(state.errorTrail, log.id, at, state.watermark - TRAIL_MS);
  if (log.level === "fatal") {
    fresh.fatals++;
    addMark(state.fatalTrail, log.id, at, state.watermark - TRAIL_MS);
    state.fatalSample = toSingleLine(essenceOf(log.message), SAMPLE_CHARS_MAX);
  }
}

function recordTrouble(
  state: ServiceState,
  fresh: NewObservations,
  log: LogEvent,
  template: LogTemplate,
  at: number,
  warmUp: WarmUp,
): void {
  if (template.count === 0) {
    template.isNew = state.logsSeen > warmUp.logs && at - state.firstLogAt >= warmUp.minutes * MINUTE_MS;
  }
  if (!template.isNew || isCutOff(state, at)) return;
  fresh.newTemplates.add(template);
  markMinute(template.marks, [log.id, at]);
}
