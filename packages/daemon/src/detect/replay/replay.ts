import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import { BACKFILL_MS_MIN, WINDOW_MS } from "../detection-bounds.ts";
import { createDetectionEngine } from "../engine/detection-engine.ts";
import type { Rule } from "../rules/rule.ts";
import type { ExtraEvidenceOf } from "../rules/sensitivity.ts";
import type { ServiceKey, Wake } from "../state/service-state.ts";
import { createEpisodes, type Episode } from "./episodes.ts";

const LATE_MS_MAX = MINUTE_MS;
const BATCH_EVENTS_MAX = 2000;

/** Sorts telemetry from the order of its time to the order of its arrival. */
export function createArrivals() {
  const waiting = new Map<number, Telemetry[]>();
  return {
    add(item: Telemetry): void {
      const receivedAt = Math.min(Math.max(item.receivedAt, item.timestamp), item.timestamp + LATE_MS_MAX);
      const second = Math.floor(receivedAt / SECOND_MS);
      const arrived = { ...item, receivedAt };
      const others = waiting.get(second);
      if (others === undefined) waiting.set(second, [arrived]);
      else others.push(arrived);
    },
    /** Telemetry before this time, in batches of up to a second. Telemetry that is added later must not be older. */
    *before(at: number): Generator<readonly Telemetry[]> {
      const seconds = [...waiting.keys()].filter((second) => (second + 1) * SECOND_MS <= at).sort((a, b) => a - b);
      for (const second of seconds) {
        const items = waiting.get(second) ?? [];
        waiting.delete(second);
        items.sort(inOrderOfArrival);
        for (let from = 0; from < items.length; from += BATCH_EVENTS_MAX)
          yield items.slice(from, from + BATCH_EVENTS_MAX);
      }
    },
  };
}

/** Ids grow in the order of acceptance. */
const inOrderOfArrival = (a: Telemetry, b: Telemetry): number => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1);

export function createWakes() {
  const waking = new Map<string, { readonly key: ServiceKey; readonly at: number }>();
  /** No service is due before this time. It is recomputed when it has come, since most services postpone theirs. */
  let bound = Infinity;
  return {
    note(wakes: readonly Wake[]): void {
      for (const { organizationId, service, wakeAt } of wakes) {
        if (wakeAt === null) waking.delete(service);
        else waking.set(service, { key: { organizationId, service }, at: wakeAt });
        bound = Math.min(bound, wakeAt ?? Infinity);
      }
    },
    soonest(at: number): number | undefined {
      if (bound > at) return undefined;
      bound = Infinity;
      for (const wake of waking.values()) bound = Math.min(bound, wake.at);
      return bound <= at ? bound : undefined;
    },
    due: (at: number): ServiceKey[] => Array.from(waking.values()).flatMap((wake) => (wake.at <= at ? [wake.key] : [])),
  };
}

export const SERVICES_MAX = 1000;

export interface Replayed {
  readonly episodes: readonly Episode[];
  /** Events that were a backfill on arrival. */
  readonly backfilled: number;
  /** Events of services beyond the limit. */
  readonly leftOut: number;
}

/** Bounded pieces of work, between which other work may run. */
type Steps = Generator<void, void, undefined>;

export interface Replay {
  /** Takes the next telemetry of one organization in the order of its time. */
  take(telemetry: readonly Telemetry[]): Steps;
  end(at: number): Steps;
  readonly size: number;
  outcome(at: number): Replayed;
}

interface ReplayOptions {
  readonly servicesMax?: number;
  readonly extraEvidenceOf?: ExtraEvidenceOf;
}

/**
 * Runs the live engine from an empty state over telemetry in the order of its arrival, which is up to a minute late.
 * Each second is a batch. Silence is judged from the telemetry alone. Without clock and store.
 */
export function startReplay(rules: readonly Rule[], options: ReplayOptions = {}): Replay {
  const servicesMax = options.servicesMax ?? SERVICES_MAX;
  const engine = createDetectionEngine(rules);
  const [arrivals, wakes, episodes] = [createArrivals(), createWakes(), createEpisodes()];
  const services = new Set<string>();
  let [now, backfilled, leftOut] = [0, 0, 0];

  const follows = ({ service }: Telemetry): boolean => {
    if (!services.has(service) && services.size < servicesMax) services.add(service);
    return services.has(service);
  };
  const observe = (batch: readonly Telemetry[]): void => {
    for (const key of engine.missing(batch)) engine.load(key, null);
    for (const found of engine.observe(batch, now, options.extraEvidenceOf)) episodes.see(found, now);
    wakes.note(engine.takeWakes());
  };
  function* passTime(to: number): Steps {
    for (;;) {
      const wakeAt = wakes.soonest(to);
      // The worker examines due services each second.
      const at = Math.max(wakeAt ?? Infinity, now + SECOND_MS);
      if (wakeAt === undefined || at > to) break;
      now = at;
      for (const found of engine.examine(wakes.due(now), now)) episodes.see(found, now);
      wakes.note(engine.takeWakes());
      yield;
    }
    now = Math.max(now, to);
  }
  function* passArrivals(before: number): Steps {
    for (const batch of arrivals.before(before)) {
      yield* passTime(batch.at(-1)?.receivedAt ?? now);
      observe(batch);
      yield;
    }
  }

  return {
    *take(telemetry) {
      for (const item of telemetry) {
        if (item.receivedAt - item.timestamp >= BACKFILL_MS_MIN) backfilled++;
        else if (follows(item)) arrivals.add(item);
        else leftOut++;
      }
      yield* passArrivals(telemetry.at(-1)?.timestamp ?? 0);
    },
    *end(at) {
      yield* passArrivals(Infinity);
      yield* passTime(at);
    },
    get size() {
      return episodes.size;
    },
    outcome: (at) => ({ episodes: episodes.list(at), backfilled, leftOut }),
  };
}

/** The openings of rules by telemetry in the order of its time up to `until`. */
export function replay(
  telemetry: readonly Telemetry[],
  rules: readonly Rule[],
  options: ReplayOptions & { readonly until: number },
): Replayed {
  const running = startReplay(rules, options);
  for (const steps of [running.take(telemetry), running.end(options.until)]) while (!steps.next().done);
  return running.outcome(options.until);
}

/** Baselines grow with time; this is enough to tell the usual from the new. */
const LEARNED_MS = 6 * HOUR_MS;
const WARM_UP_MS_MAX = 24 * HOUR_MS;

/** The telemetry before a range that the rules need for their baselines. */
export function warmUpMsOf(rules: readonly Rule[]): number {
  const needed = rules.filter(({ enabled }) => enabled).map(neededBy);
  return Math.min(WARM_UP_MS_MAX, Math.max(0, ...needed));
}

function neededBy(rule: Rule): number {
  if (rule.detector === "log-new-pattern") return Math.max(LEARNED_MS, 2 * rule.warmUpMinutes * MINUTE_MS);
  if ("learnMinutes" in rule || rule.detector === "metric-shift") return LEARNED_MS;
  const seenMs = rule.detector === "metric-threshold" ? rule.forMinutes * MINUTE_MS : 0;
  return Math.min(LEARNED_MS, Math.max(WINDOW_MS, seenMs) + rule.resolveAfterMs);
}
