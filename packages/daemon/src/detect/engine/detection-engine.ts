import { recordArrival } from "../../methods/arrivals/arrival-statistics.ts";
import { minuteOf } from "../../methods/error-rates/minute-counts.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { ListeningPeriod } from "../../model/listening-period.ts";
import { slotOf } from "../../model/log-pattern.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import {
  AHEAD_MS_MAX,
  BACKFILL_MS_MIN,
  SERVICES_IN_MEMORY_MAX,
  STATE_CHARS_IN_MEMORY_MAX,
  WINDOW_MS,
} from "../detection-bounds.ts";
import { findSilence, nextSilenceAt, silenceOf } from "../detectors/service-silent.ts";
import type { Rule, ServiceSilentRule } from "../rules/rule.ts";
import { appliesTo, rulesForService } from "../rules/rule-scope.ts";
import { type Finding, nextDueAt, sayOrHold, takeDue } from "../state/condition-repeats.ts";
import { type Part, partByEnvironment, spelled } from "../state/environment-parts.ts";
import { clear, createNewObservations, type NewObservations } from "../state/new-observations.ts";
import { recordDeployment } from "../state/recent-deployments.ts";
import type { ServiceKey, ServiceState, StateChange, Wake } from "../state/service-state.ts";
import { closeSlot } from "../state/template-baseline.ts";
import { type Place, toCandidate } from "./candidates.ts";
import { evaluate } from "./evaluate-rule.ts";
import { namePattern, recordLog, type WarmUp, warmUpOf } from "./observe-log.ts";
import { createMetricPlans, type MetricPlans, recordMetric } from "./observe-metric.ts";
import { createServiceMap, type Entry } from "./service-map.ts";

export type { ServiceKey, StateChange };

export interface DetectionEngine {
  /** Services of this telemetry whose state must be loaded before observe. */
  missing(telemetry: readonly Telemetry[]): ServiceKey[];
  /** Takes stored state; null or unreadable state: a service never seen. */
  load(key: ServiceKey, state: string | null): void;
  /**
   * Takes a batch in the order of the queue; returns what the rules found, one candidate a deduplication key, and gives
   * each log its `patternId`.
   * A service whose state isn't loaded is a mistake of the caller's and throws, since its stored state would be lost.
   */
  observe(telemetry: readonly Telemetry[], now: number): Candidate[];
  /** Looks at services (loaded before) whose wakeAt has come; those not loaded are passed over. */
  examine(keys: readonly ServiceKey[], now: number): Candidate[];
  /** State changed since the last call, to be stored in the transaction that stores the candidates' effects. */
  takeChanges(): StateChange[];
  /** The same for who stores nothing and keeps all services in memory: when each that changed wants to be examined. */
  takeWakes(): Wake[];
  /** Drops what is in memory for these services (their transaction failed: stored state holds). */
  forget(keys: readonly ServiceKey[]): void;
  /** The same for all services of which this is true. */
  forgetWhere(isForgotten: (key: ServiceKey) => boolean): void;
}

export interface EngineOptions {
  /** When a service was listened to: silence outside of it says nothing. Left out: always. */
  readonly listeningPeriod?: (key: ServiceKey, now: number) => ListeningPeriod;
  readonly servicesInMemoryMax?: number;
  readonly stateCharsInMemoryMax?: number;
}

/** What every service's telemetry is judged with. */
interface Judge {
  readonly warmUp: WarmUp;
  readonly plans: MetricPlans;
  readonly fresh: NewObservations;
}

/** Counts one piece of telemetry at the service's own time. */
function record(judge: Judge, entry: Entry, state: ServiceState, item: Telemetry, at: number): void {
  if (item.kind === "log") recordLog(state, judge.fresh, item, at, entry.warmUp);
  else if (item.kind === "metric") recordMetric(state, judge.fresh, item, at, entry.plans(item));
  else recordDeployment(state, judge.fresh, item, at);
}

/** It speaks: silence that was still to be said isn't true any more. */
function breakSilence({ conditions }: ServiceState, rules: readonly Rule[]): void {
  if (conditions.size === 0) return;
  for (const condition of conditions.values()) {
    if (condition.waiting === null) continue;
    if (!rules.some((rule) => rule.id === condition.ruleId && rule.detector === "service-silent")) continue;
    condition.waiting = null;
    condition.json = null;
  }
}

const isBackfill = ({ timestamp, receivedAt }: Telemetry): boolean => receivedAt - timestamp >= BACKFILL_MS_MIN;

/** One environment's part of a batch. Its rules are asked whenever its time comes to a new minute, and at the end. */
function observePart(judge: Judge, entry: Entry, { state, items }: Part, now: number): Map<string, Finding> {
  const findings = new Map<string, Finding>();
  const subject = { service: entry.key.service, state, fresh: judge.fresh };
  const latest = now + AHEAD_MS_MAX;
  clear(judge.fresh);
  breakSilence(state, entry.rules);
  for (const item of items) {
    recordArrival(state.arrivals, item.receivedAt);
    // The service is there, but what it tells is history.
    if (isBackfill(item)) {
      if (item.kind === "log") namePattern(state, item, item.timestamp);
      continue;
    }
    const at = Math.min(item.timestamp, latest);
    if (at < state.watermark - WINDOW_MS) {
      if (item.kind === "log") namePattern(state, item, at);
      continue;
    }
    // By the logs' own time: where metrics come sooner, or alone, no five minutes are over before their logs are, nor twice.
    if (item.kind === "log" && slotOf(at) > state.volume.slot) judge.fresh.rateChanges.push(...closeSlot(state));
    if (at > state.watermark) {
      if (minuteOf(at) > minuteOf(state.watermark) && state.watermark > 0) evaluate(entry.rules, subject, findings);
      state.watermark = at;
    }
    record(judge, entry, state, item, at);
  }
  evaluate(entry.rules, subject, findings);
  state.arrivals.lastId = items.at(-1)?.id ?? state.arrivals.lastId;
  return findings;
}

/** The rules that look for silence in an environment. */
const silenceRules = (rules: readonly Rule[], name: string, state: ServiceState): ServiceSilentRule[] =>
  rules.filter(
    (rule): rule is ServiceSilentRule =>
      rule.detector === "service-silent" && appliesTo(rule, spelled(name, state.environment)),
  );

function wakeAtOf({ key, environments, rules }: Entry, listeningSince: number, now: number): number | null {
  let next = Infinity;
  for (const [name, state] of environments) {
    next = Math.min(next, nextDueAt(state.conditions) ?? Infinity);
    for (const rule of silenceRules(rules, name, state)) {
      const silence = silenceOf(rule, state, listeningSince);
      const at = silence === null ? null : nextSilenceAt(rule, key.service, state, silence, now);
      next = Math.min(next, at ?? Infinity);
    }
  }
  return next === Infinity ? null : next;
}

/** Says what is to be said now of findings in one environment, shown by what the server took up to `seenAt`. */
function pass(
  place: Place,
  { conditions }: ServiceState,
  findings: Iterable<Finding>,
  seenAt: number,
  now: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const finding of findings) {
    const { rule, key } = finding;
    if (!appliesTo(rule, spelled(place.environment, finding.environment))) continue;
    const sighting = sayOrHold(conditions, finding, seenAt, now);
    if (sighting !== null)
      candidates.push(toCandidate(place, { rule, key, sighting, resolveAfterMs: rule.resolveAfterMs }));
  }
  return candidates;
}

function examineEnvironment(
  place: Place,
  state: ServiceState,
  rules: readonly Rule[],
  listening: ListeningPeriod,
  now: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [key, { ruleId, resolveAfterMs }, sighting] of takeDue(state.conditions, now)) {
    const rule = rules.find((other) => other.id === ruleId);
    // The rule may be gone since: then so is its finding.
    if (rule !== undefined) candidates.push(toCandidate(place, { rule, key, sighting, resolveAfterMs }));
  }
  const findings: Finding[] = [];
  for (const rule of silenceRules(rules, place.environment, state)) {
    const silence = silenceOf(rule, state, listening.since);
    const heardUntil = Math.min(now, listening.until);
    const finding = silence === null ? null : findSilence(rule, place.key.service, state, silence, heardUntil);
    if (finding !== null) findings.push(finding);
  }
  return [...candidates, ...pass(place, state, findings, now, now)];
}

/**
 * Telemetry in, candidates out: the memory of every service that speaks, and the rules that look at it. Holds no
 * clock and no store; what it remembers goes out as text with `takeChanges` and comes back with `load`.
 */
export function createDetectionEngine(rules: readonly Rule[], options: EngineOptions = {}): DetectionEngine {
  const listeningPeriod = options.listeningPeriod ?? ((_key, now) => ({ since: 0, until: now }));
  const judge: Judge = {
    warmUp: warmUpOf(rules),
    plans: createMetricPlans(rules),
    fresh: createNewObservations(),
  };
  const bounds = {
    services: options.servicesInMemoryMax ?? SERVICES_IN_MEMORY_MAX,
    chars: options.stateCharsInMemoryMax ?? STATE_CHARS_IN_MEMORY_MAX,
  };
  const services = createServiceMap(bounds, (service) => {
    const own = rulesForService(rules, service);
    const hasAll = own.length === rules.length;
    return {
      rules: own,
      warmUp: hasAll ? judge.warmUp : warmUpOf(own),
      plans: hasAll ? judge.plans : createMetricPlans(own),
    };
  });

  return {
    missing: (telemetry) => services.missing(telemetry),
    load: (key, state) => services.load(key, state),
    observe(telemetry, now) {
      const candidates: Candidate[] = [];
      for (const entry of services.group(telemetry)) {
        for (const part of partByEnvironment(entry.environments, entry.batch, now)) {
          const findings = observePart(judge, entry, part, now);
          const { name: environment, state } = part;
          const place = { key: entry.key, environment };
          if (findings.size > 0)
            candidates.push(...pass(place, state, findings.values(), state.arrivals.receivedAt, now));
        }
        entry.batch = [];
        services.changed(entry, wakeAtOf(entry, listeningPeriod(entry.key, now).since, now), now);
      }
      return candidates;
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
    takeChanges: () => services.takeChanges(),
    takeWakes: () => services.takeWakes(),
    forget: (keys) => services.forget(keys),
    forgetWhere: (isForgotten) => services.forget(services.keys().filter(isForgotten)),
  };
}
