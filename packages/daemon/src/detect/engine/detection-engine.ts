import { recordArrival } from "../../methods/arrivals/arrival-statistics.ts";
import { logsBetween, minuteOf } from "../../methods/error-rates/minute-counts.ts";
import type { Candidate } from "../../model/candidate.ts";
import { SLOT_MS, slotOf } from "../../model/log-template.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import type { TelemetryCoverage } from "../../model/telemetry-coverage.ts";
import {
  AHEAD_MS_MAX,
  BACKFILL_MS_MIN,
  SERVICES_IN_MEMORY_MAX,
  STATE_CHARS_IN_MEMORY_MAX,
  WINDOW_MS,
} from "../detection-bounds.ts";
import type { DetectorInput } from "../detectors/detector-input.ts";
import { findSilence, nextSilenceAt, silenceOf } from "../detectors/service-silent.ts";
import type { Rule, ServiceSilentRule } from "../rules/rule.ts";
import { appliesTo, rulesForService } from "../rules/rule-scope.ts";
import type { ExtraEvidenceOf } from "../rules/sensitivity.ts";
import { adoptPast } from "../state/adopt-past.ts";
import { type Finding, nextDueAt, reportOrHold, takeDue } from "../state/condition-repeats.ts";
import { type Environments, type Part, partByEnvironment, spelled } from "../state/environment-parts.ts";
import { clear, createNewObservations } from "../state/new-observations.ts";
import { recordDeployment } from "../state/recent-deployments.ts";
import type { ServiceKey, ServiceState, StateChange } from "../state/service-state.ts";
import { followLogStops } from "../state/stopped-logs.ts";
import { followStops } from "../state/stopped-metrics.ts";
import { closeSlot, overdueTemplates } from "../state/template-baseline.ts";
import { type Place, toCandidate } from "./candidates.ts";
import { evaluateRules } from "./evaluate-rules.ts";
import { isBackfill, learnBackfill } from "./learn-backfill.ts";
import { assignTemplate, recordLog, warmUpOf } from "./observe-log.ts";
import { createMetricPlans, recordMetric } from "./observe-metric.ts";
import { createServiceMap, type Entry, type OnReset, type ServiceMap, type UnlearnedPast } from "./service-map.ts";

export type { ServiceKey, StateChange, UnlearnedPast };

export interface DetectionEngine
  extends Pick<
    ServiceMap,
    "missing" | "load" | "nextUnlearned" | "takeChanges" | "takeWakes" | "forget" | "forgetWhere"
  > {
  /**
   * Takes a batch in the order of the queue, and sets the `patternId` of each log. Returns one candidate for each
   * deduplication key. Throws for a service whose state isn't loaded, since its stored state would be lost.
   * `extraEvidenceOf` is the sensitivity of services, by default that of none.
   */
  observe(telemetry: readonly Telemetry[], now: number, extraEvidenceOf?: ExtraEvidenceOf): Candidate[];
  /** Examines loaded services that are due, and skips others. */
  examine(keys: readonly ServiceKey[], now: number): Candidate[];
  /**
   * Puts what the archive's past teaches in the place of what the service's state knows since; null if there is no past.
   * False if the state isn't loaded.
   */
  adoptPast(key: ServiceKey, past: Environments | null, now: number): boolean;
}

export interface EngineOptions {
  /** The time in which telemetry of a service could arrive; silence outside of it is ignored. By default always. */
  readonly listeningPeriod?: (key: ServiceKey, now: number) => TelemetryCoverage;
  readonly onReset?: OnReset;
  readonly servicesInMemoryMax?: number;
  readonly stateCharsInMemoryMax?: number;
}

function record({ warmUp, plans }: Entry, { state, fresh, extraEvidence }: DetectorInput, item: Telemetry, at: number) {
  if (item.kind === "log") recordLog(state, fresh, item, at, warmUp);
  else if (item.kind === "metric") recordMetric(state, fresh, item, at, plans(item), extraEvidence);
  else recordDeployment(state, fresh, item, at);
}

/** Drops held-back findings of silence, since telemetry arrived. */
function breakSilence({ conditions }: ServiceState, rules: readonly Rule[]): void {
  for (const condition of conditions.values()) {
    if (condition.waiting === null) continue;
    if (!rules.some((rule) => rule.id === condition.ruleId && rule.detector === "service-silent")) continue;
    condition.waiting = null;
    condition.json = null;
  }
}

/** Observes one environment's part of a batch. The rules are evaluated at each new minute of its time, and at the end. */
function observePart(entry: Entry, subject: DetectorInput, items: Part["items"], now: number): Map<string, Finding> {
  const findings = new Map<string, Finding>();
  const { state, fresh } = subject;
  const latest = now + AHEAD_MS_MAX;
  const before = state.watermark;
  clear(fresh);
  breakSilence(state, entry.rules);
  for (const item of items) {
    recordArrival(state.arrivals, item.receivedAt);
    // Old telemetry shows that the service is alive, but not its present state.
    if (isBackfill(item)) {
      learnBackfill(state, item, entry.plans);
      continue;
    }
    const at = Math.min(item.timestamp, latest);
    if (at < state.watermark - WINDOW_MS) {
      if (item.kind === "log") assignTemplate(state, item, at);
      continue;
    }
    // Slots end by the time of logs, since metrics may be ahead of them.
    if (item.kind === "log" && slotOf(at) > state.volume.slot) {
      const isPresent = at - state.volume.slot * SLOT_MS < BACKFILL_MS_MIN;
      const changes = closeSlot(state);
      if (isPresent) fresh.rateChanges.push(...changes);
    }
    if (at > state.watermark) {
      if (minuteOf(at) > minuteOf(state.watermark) && state.watermark > 0) {
        fresh.rateChanges.push(...overdueTemplates(state, at));
        fresh.stopped = followStops(
          state.stops,
          state.series,
          at,
          (since) => logsBetween(state.minutes, since, at) > 0,
        );
        evaluateRules(entry.rules, subject, findings);
      }
      state.watermark = at;
    }
    record(entry, subject, item, at);
  }
  // Logs may be behind the metrics of the batch.
  if (minuteOf(state.watermark) > minuteOf(before))
    fresh.stoppedLogs = followLogStops(state.logStops, state.minutes, state.series, state.watermark);
  evaluateRules(entry.rules, subject, findings);
  state.arrivals.lastId = items.at(-1)?.id ?? state.arrivals.lastId;
  return findings;
}

const silenceRules = (rules: readonly Rule[], name: string, state: ServiceState): ServiceSilentRule[] =>
  rules.filter(
    (rule): rule is ServiceSilentRule =>
      rule.detector === "service-silent" && appliesTo(rule, spelled(name, state.environment)),
  );

/** Infinity for never. */
function wakeAtOf({ key, environments, rules }: Entry, listeningSince: number, now: number): number {
  let next = Infinity;
  for (const [name, state] of environments) {
    next = Math.min(next, nextDueAt(state.conditions));
    for (const rule of silenceRules(rules, name, state)) {
      const silence = silenceOf(rule, state, listeningSince);
      const at = silence === null ? null : nextSilenceAt(rule, key.service, state, silence, now);
      next = Math.min(next, at ?? Infinity);
    }
  }
  return next;
}

/** The candidates of findings that are reported now. The server received the telemetry until `seenAt`. */
function report(
  place: Place,
  { conditions }: ServiceState,
  findings: Iterable<Finding>,
  seenAt: number,
  now: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const finding of findings) {
    const { rule, key, environment } = finding;
    if (!appliesTo(rule, spelled(place.environment, environment))) continue;
    const sighting = reportOrHold(conditions, finding, seenAt, now);
    if (sighting !== null) candidates.push(toCandidate(place, rule, key, sighting));
  }
  return candidates;
}

function examineEnvironment(
  place: Place,
  state: ServiceState,
  rules: readonly Rule[],
  listening: TelemetryCoverage,
  now: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [key, { ruleId, resolveAfterMs }, sighting] of takeDue(state.conditions, now)) {
    const rule = rules.find((other) => other.id === ruleId);
    // The rule may have been removed since.
    if (rule !== undefined) candidates.push(toCandidate(place, { ...rule, resolveAfterMs }, key, sighting));
  }
  const findings = silenceRules(rules, place.environment, state).flatMap((rule) => {
    const silence = silenceOf(rule, state, listening.since);
    return silence === null ? [] : findSilence(rule, place.key.service, state, silence, Math.min(now, listening.until));
  });
  return [...candidates, ...report(place, state, findings, now, now)];
}

/** Turns telemetry into candidates. Without clock and store: states leave as text with `takeChanges` and return with `load`. */
export function createDetectionEngine(rules: readonly Rule[], options: EngineOptions = {}): DetectionEngine {
  const listeningPeriod = options.listeningPeriod ?? ((_key, now) => ({ since: 0, until: now }));
  const fresh = createNewObservations();
  const shared = { rules, warmUp: warmUpOf(rules), plans: createMetricPlans(rules) };
  const bounds = {
    services: options.servicesInMemoryMax ?? SERVICES_IN_MEMORY_MAX,
    chars: options.stateCharsInMemoryMax ?? STATE_CHARS_IN_MEMORY_MAX,
  };
  const rulesFor = (service: string) => {
    const own = rulesForService(rules, service);
    if (own.length === rules.length) return shared;
    return { rules: own, warmUp: warmUpOf(own), plans: createMetricPlans(own) };
  };
  const services = createServiceMap(bounds, rulesFor, options.onReset ?? (() => undefined));

  return {
    ...services,
    observe(telemetry, now, extraEvidenceOf = () => 0) {
      const candidates: Candidate[] = [];
      for (const [entry, batch] of services.group(telemetry)) {
        const { service } = entry.key;
        const extraEvidence = extraEvidenceOf(entry.key);
        entry.firstReceivedAt ??= batch.reduce((first, { receivedAt }) => Math.min(first, receivedAt), Infinity);
        for (const { name: environment, state, items } of partByEnvironment(entry.environments, batch, now)) {
          const findings = observePart(entry, { service, state, fresh, extraEvidence }, items, now);
          const place = { key: entry.key, environment };
          candidates.push(...report(place, state, findings.values(), state.arrivals.receivedAt, now));
        }
        services.changed(entry, wakeAtOf(entry, listeningPeriod(entry.key, now).since, now), now);
      }
      return candidates;
    },
    adoptPast(key, past, now) {
      const entry = services.find(key);
      if (entry === undefined) return false;
      const sections = entry.unlearned;
      entry.unlearned = [];
      if (past === null) return true;
      adoptPast(entry.environments, past, sections);
      services.changed(entry, wakeAtOf(entry, listeningPeriod(key, now).since, now), now);
      return true;
    },
    examine(keys, now) {
      const candidates: Candidate[] = [];
      for (const key of keys) {
        const entry = services.find(key);
        if (entry === undefined) continue;
        const listening = listeningPeriod(key, now);
        for (const [environment, state] of entry.environments) {
          const place = { key: entry.key, environment };
          candidates.push(...examineEnvironment(place, state, entry.rules, listening, now));
        }
        services.changed(entry, wakeAtOf(entry, listening.since, now), now);
      }
      return candidates;
    },
  };
}
