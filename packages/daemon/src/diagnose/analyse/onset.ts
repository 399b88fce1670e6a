import { MINUTE_MS } from "../../kernel/clock.ts";
import {
  type ChangePoint,
  type ChangePointOptions,
  changePointOf,
} from "../../methods/change-points/two-level-change-point.ts";
import type { GoldenSignal } from "../../model/golden-signal.ts";
import type { Picture } from "../gather/incident-picture.ts";
import { devianceScore, FALL_STEPS_MIN, finestScale } from "./effect-size.ts";
import { type Flow, isLed, sum } from "./flow.ts";
import type { Signal } from "./signal.ts";

export interface Onset {
  /** The first troubled step; without a clear change point the step of the detection. */
  readonly step: number;
  /** The same, or a full step before the detection, because its own step is incomplete. */
  readonly requestsFrom: number;
  readonly plain: boolean;
  /** Per signal; null if it was not examined. */
  readonly changes: readonly (ChangePoint | null)[];
}

/** Steps after `noticedAt` that are examined. */
const STEPS_AFTER = 10;
/** Random gains of a few hundred series stay below. */
const GAIN_MIN = 24;
/** Maximum contribution of one series. */
const GAIN_MOST = 150;
/** Minimum sum of a clear change point. */
const PLAIN_FROM = 10;
/** Halves the likelihood of an onset this long before the detection. */
const LIKELY_GAP_MS = 8 * MINUTE_MS;
/** Steps before the detection in which traced messages are examined, and their minimum past. */
const LED_STEPS = 15;
const PAST_MIN = 5;
const LED_GAIN_MIN = 16;
/** Weight by the kind of signal. */
const telling: Readonly<Record<GoldenSignal, number>> = {
  errors: 1,
  latency: 1,
  resource: 1,
  other: 0.5,
  traffic: 0.3,
};
/** The most frequent ones are examined. */
const PATTERNS_ASKED = 300;

const changePointOptions = (signal: Signal): ChangePointOptions => ({
  finestScale: (sorted, median) => finestScale(signal, sorted, median),
  fallValuesMin: signal.kind === "metric" ? 0 : FALL_STEPS_MIN,
});

export function onsetOf(picture: Picture, signals: readonly Signal[], flow: Flow): Onset {
  const { start, step, count } = picture.grid;
  const noticed = Math.max(0, Math.min(count - 1, Math.floor((picture.noticedAt - start) / step)));
  const to = Math.min(count, noticed + 1 + STEPS_AFTER);
  const asked = new Set(mostFrequent(signals.filter(({ kind, nature }) => kind === "pattern" && nature !== "other")));
  const changes = signals.map((signal) =>
    signal.kind === "pattern" && !asked.has(signal)
      ? null
      : changePointOf(signal.values, to, changePointOptions(signal)),
  );
  const sums = new Float64Array(to);
  const nearness = nearnessOf(picture);
  const agreement = agreementOf(signals, changes);
  for (const [index, signal] of signals.entries()) {
    const change = changes[index];
    const gain = change?.gains[change.best] ?? 0;
    if (!change || gain < GAIN_MIN) continue;
    const share = Math.min(1, GAIN_MOST / gain) * agreement(index) * nearness(signal.service) * telling[signal.nature];
    for (let at = 0; at <= noticed && at < to; at += 1) {
      sums[at] = (sums[at] as number) + Math.max(0, (change.gains[at] as number) - GAIN_MIN) * share;
    }
  }
  for (const signal of mostFrequent(signals.filter(isLed))) {
    for (let at = Math.max(PAST_MIN, noticed - LED_STEPS); at <= noticed && at < to; at += 1) {
      const odd = devianceScore(signal, at, to, flow.led(signal, at, to));
      const gain = Math.min(GAIN_MOST, odd ** 2 - LED_GAIN_MIN);
      if (gain > 0) sums[at] = (sums[at] as number) + gain;
    }
  }
  let best = 0;
  for (let at = 0; at < to; at += 1) {
    const gap = Math.max(0, picture.noticedAt - (start + at * step));
    sums[at] = (sums[at] as number) / (1 + gap / LIKELY_GAP_MS);
    if ((sums[at] as number) > (sums[best] as number)) best = at;
  }
  const plain = (sums[best] as number) > PLAIN_FROM;
  const whole = Math.max(0, Math.min(noticed, Math.floor((picture.noticedAt + 1 - step - start) / step)));
  return { step: plain ? best : noticed, requestsFrom: plain ? best : whole, plain, changes };
}

function mostFrequent(signals: readonly Signal[]): Signal[] {
  const counted = signals.map((signal) => ({ signal, many: sum(signal.values, 0, signal.values.length) }));
  counted.sort((one, other) => other.many - one.many);
  return counted.slice(0, PATTERNS_ASKED).map(({ signal }) => signal);
}

/** Distant services say less about the onset. */
function nearnessOf({ services }: Picture): (service: string) => number {
  const distances = new Map(services.map(({ name, distance }) => [name, distance]));
  return (service) => 1 / (1 + (distances.get(service) ?? Math.max(3, ...distances.values())));
}

/** Tolerance of simultaneous changes. */
const SAME_TIME = 3;

/** The share of simultaneous changes among series of the same metric. */
function agreementOf(signals: readonly Signal[], changes: readonly (ChangePoint | null)[]): (index: number) => number {
  const nameOf = ({ kind, name, service, hop }: Signal) => (hop ? `${kind} ${service} ${hop.from}` : `${kind} ${name}`);
  const clear = [...signals.keys()].filter((index) => {
    const change = changes[index];
    return change && (change.gains[change.best] ?? 0) >= GAIN_MIN;
  });
  const bestOf = (index: number): number => changes[index]?.best ?? 0;
  const byName = Map.groupBy(clear, (index) => nameOf(signals[index] as Signal));
  return (index) => {
    const all = byName.get(nameOf(signals[index] as Signal)) ?? [];
    const same = all.filter((other) => Math.abs(bestOf(other) - bestOf(index)) <= SAME_TIME).length;
    return all.length === 0 ? 1 : same / all.length;
  };
}
