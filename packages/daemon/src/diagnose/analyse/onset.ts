import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Picture } from "../picture.ts";
import { type ChangePoint, changePointOf } from "./change-point.ts";
import type { Nature } from "./nature.ts";
import type { Signal } from "./signal.ts";

export interface Onset {
  /** The step in which the trouble began; where no change is plain, that in which somebody noticed. */
  readonly step: number;
  /** Whether a change is plain. */
  readonly plain: boolean;
  /** One for each signal, in their order; null where it wasn't asked. */
  readonly changes: readonly (ChangePoint | null)[];
}

/** Steps after `noticedAt` that are looked at, at most. */
const STEPS_AFTER = 10;
/** A gain that chance brings to none of a few hundred series over a few hundred steps. */
const GAIN_MIN = 24;
/** What one series adds at most, so that no single one decides. */
const GAIN_MOST = 150;
/** What all together must come to, for a change to be plain. */
const PLAIN_FROM = 10;
/** Twice as long before somebody noticed is about half as likely. */
const LIKELY_GAP_MS = 8 * MINUTE_MS;
/** How much a change in what a signal is about tells of trouble. */
const telling: Readonly<Record<Nature, number>> = { errors: 1, latency: 1, resource: 1, other: 0.5, traffic: 0.3 };
/** Kinds of messages that are asked, the most frequent first. */
const PATTERNS_ASKED = 300;

export function onsetOf(picture: Picture, signals: readonly Signal[]): Onset {
  const { start, step, count } = picture.grid;
  const noticed = Math.max(0, Math.min(count - 1, Math.floor((picture.noticedAt - start) / step)));
  const to = Math.min(count, noticed + 1 + STEPS_AFTER);
  const asked = askedPatterns(signals);
  const changes = signals.map((signal) =>
    signal.kind === "pattern" && !asked.has(signal) ? null : changePointOf(signal, to),
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
  let best = 0;
  for (let at = 0; at < to; at += 1) {
    const gap = Math.max(0, picture.noticedAt - (start + at * step));
    sums[at] = (sums[at] as number) / (1 + gap / LIKELY_GAP_MS);
    if ((sums[at] as number) > (sums[best] as number)) best = at;
  }
  const plain = (sums[best] as number) > PLAIN_FROM;
  return { step: plain ? best : noticed, plain, changes };
}

function askedPatterns(signals: readonly Signal[]): ReadonlySet<Signal> {
  const total = ({ values }: Signal) => values.reduce((sum, value) => sum + value, 0);
  const asked = signals
    .filter(({ kind, nature }) => kind === "pattern" && nature !== "other")
    .map((signal) => ({ signal, total: total(signal) }));
  asked.sort((one, other) => other.total - one.total);
  return new Set(asked.slice(0, PATTERNS_ASKED).map(({ signal }) => signal));
}

/** What happens far from the incident's services says less about its onset. */
function nearnessOf({ services }: Picture): (service: string) => number {
  const distances = new Map(services.map(({ name, distance }) => [name, distance]));
  return (service) => 1 / (1 + (distances.get(service) ?? Math.max(3, ...distances.values())));
}

/** Steps by which two changes may differ and still be of one time. */
const SAME_TIME = 3;

/** The share of the changes in metrics of its name, whatever service they are of, that came when its own did. */
function agreementOf(signals: readonly Signal[], changes: readonly (ChangePoint | null)[]): (index: number) => number {
  const times = new Map<string, number[]>();
  const nameOf = ({ kind, name }: Signal) => `${kind} ${name}`;
  for (const [index, signal] of signals.entries()) {
    const change = changes[index];
    if (!change || (change.gains[change.best] ?? 0) < GAIN_MIN) continue;
    const known = times.get(nameOf(signal));
    if (known) known.push(change.best);
    else times.set(nameOf(signal), [change.best]);
  }
  return (index) => {
    const all = times.get(nameOf(signals[index] as Signal)) ?? [];
    const own = changes[index]?.best ?? 0;
    const same = all.filter((time) => Math.abs(time - own) <= SAME_TIME).length;
    return all.length === 0 ? 1 : same / all.length;
  };
}
