import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import { BACKFILL_MS_MIN, WINDOW_MS } from "../detection-bounds.ts";
import { createDetectionEngine } from "../engine/detection-engine.ts";
import type { Rule } from "../rules/rule.ts";
import type { ServiceKey, Wake } from "../state/service-state.ts";
import { createEpisodes, type Episode } from "./episodes.ts";

/** What came later than this after its time counts as having come then; so much of what was read has to be held. */
const LATE_MS_MAX = MINUTE_MS;
const BATCH_EVENTS_MAX = 2000;

/** Puts telemetry that is read in the order of its time into the order in which it came. */
export interface Arrivals {
  add(item: Telemetry): void;
  /** What came before this time, in batches of one second at most. Nothing that is added later may have happened before it. */
  before(at: number): Generator<readonly Telemetry[]>;
}

export function createArrivals(): Arrivals {
  const waiting = new Map<number, Telemetry[]>();
  return {
    add(item) {
      // A sender's clock may be ahead of the server's.
      const receivedAt = Math.min(Math.max(item.receivedAt, item.timestamp), item.timestamp + LATE_MS_MAX);
      const second = Math.floor(receivedAt / SECOND_MS);
      const arrived = { ...item, receivedAt };
      const others = waiting.get(second);
      if (others === undefined) waiting.set(second, [arrived]);
      else others.push(arrived);
    },
    *before(at) {
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

/** Ids are given in the order in which telemetry is accepted. */
const inOrderOfArrival = (a: Telemetry, b: Telemetry): number => a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1);

/** When services want to be examined. */
export interface Wakes {
  note(wakes: readonly Wake[]): void;
  /** The soonest time up to `at`; undefined where nobody wants to be examined by then. */
  soonest(at: number): number | undefined;
  due(at: number): ServiceKey[];
}

export function createWakes(): Wakes {
  const waking = new Map<string, { readonly key: ServiceKey; readonly at: number }>();
  /** Nobody's time comes before it. Services mostly put theirs off, so it is looked for only when it has come. */
  let bound = Infinity;
  return {
    note(wakes) {
      for (const { organizationId, service, wakeAt } of wakes) {
        if (wakeAt === null) waking.delete(service);
        else waking.set(service, { key: { organizationId, service }, at: wakeAt });
        bound = Math.min(bound, wakeAt ?? Infinity);
      }
    },
    soonest(at) {
      if (bound > at) return undefined;
      bound = Infinity;
      for (const wake of waking.values()) bound = Math.min(bound, wake.at);
      return bound <= at ? bound : undefined;
    },
    due(at) {
      const keys: ServiceKey[] = [];
      for (const wake of waking.values()) if (wake.at <= at) keys.push(wake.key);
      return keys;
    },
  };
}

const SERVICES_MAX = 1000;
/** As often as the worker looks who wants to be examined. */
const EXAMINE_MS = SECOND_MS;

export interface Replayed {
  /** In the order of their opening. */
  readonly episodes: readonly Episode[];
  /** Telemetry that was old when it came, and opens nothing. */
  readonly backfilled: number;
  /** Telemetry of services beyond those that a replay follows. */
  readonly leftOut: number;
}

/** Bounded pieces of work: between two of them others may have their turn. */
type Steps = Generator<void, void, undefined>;

export interface Replay {
  /** Takes what comes next in the order of its time; of one organization. */
  take(telemetry: readonly Telemetry[]): Steps;
  /** All that happened up to this time was taken. */
  end(at: number): Steps;
  /** How many episodes there are so far. */
  readonly size: number;
  /** As things stood then. */
  outcome(at: number): Replayed;
}

/**
 * Drives the live engine, which begins knowing nothing, through telemetry in the order in which it came, by the time
 * at which it came: what was late came a minute after its time at the latest. Each second's telemetry is a batch. Silence
 * counts from the telemetry alone: whether a worker was there to hear isn't known any more. Holds no clock and no store.
 */
export function startReplay(rules: readonly Rule[], options: { readonly servicesMax?: number } = {}): Replay {
  const servicesMax = options.servicesMax ?? SERVICES_MAX;
  const engine = createDetectionEngine(rules, { servicesInMemoryMax: servicesMax });
  const [arrivals, wakes, episodes] = [createArrivals(), createWakes(), createEpisodes()];
  const services = new Set<string>();
  let [now, backfilled, leftOut] = [0, 0, 0];

  const follows = ({ service }: Telemetry): boolean => {
    if (!services.has(service) && services.size < servicesMax) services.add(service);
    return services.has(service);
  };
  const observe = (batch: readonly Telemetry[]): void => {
    for (const key of engine.missing(batch)) engine.load(key, null);
    for (const found of engine.observe(batch, now)) episodes.see(found, now);
    wakes.note(engine.takeWakes());
  };
  function* passTime(to: number): Steps {
    for (;;) {
      const wakeAt = wakes.soonest(to);
      const at = Math.max(wakeAt ?? Infinity, now + EXAMINE_MS);
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

/** What rules would have opened, and when it would have been over again, by telemetry in the order of its time up to `until`. */
export function replay(
  telemetry: readonly Telemetry[],
  rules: readonly Rule[],
  options: { readonly until: number; readonly servicesMax?: number },
): Replayed {
  const running = startReplay(rules, options);
  for (const steps of [running.take(telemetry), running.end(options.until)]) while (!steps.next().done);
  return running.outcome(options.until);
}

/** What is learned grows with the time: so much of it that it tells the usual from the new. */
const LEARNED_MS = 6 * HOUR_MS;
const WARM_UP_MS_MAX = 24 * HOUR_MS;

/** How much telemetry before a range the rules need so that they know what is usual when it begins. */
export function warmUpMsOf(rules: readonly Rule[]): number {
  const needed = rules.filter(({ enabled }) => enabled).map(neededBy);
  return Math.min(WARM_UP_MS_MAX, Math.max(0, ...needed));
}

function neededBy(rule: Rule): number {
  switch (rule.detector) {
    case "log-new-pattern":
      return Math.max(LEARNED_MS, 2 * rule.warmUpMinutes * MINUTE_MS);
    case "log-pattern-rising":
    case "log-pattern-falling":
    case "log-pattern-missing":
    case "metric-anomaly":
      return LEARNED_MS;
    case "metric-threshold":
      return Math.max(WINDOW_MS, rule.forMinutes * MINUTE_MS) + rule.resolveAfterMs;
    default:
      return WINDOW_MS + rule.resolveAfterMs;
  }
}
