import type { Picture } from "../picture.ts";
import { type ChangePoint, changePointOf } from "./change-point.ts";
import type { Signal } from "./signal.ts";

export interface Onset {
  /** The step in which the trouble began; null where nothing changed. */
  readonly step: number | null;
  /** One for each signal, in their order; null where it wasn't asked. */
  readonly changes: readonly (ChangePoint | null)[];
  /** Up to here the series are looked at: a while after somebody noticed, for later they tell of the repair. */
  readonly to: number;
}

/** Steps after `noticedAt` that are looked at, at most. */
const STEPS_AFTER = 10;
/** A gain that chance brings to none of a few hundred series over a few hundred steps. */
const GAIN_MIN = 24;
/** What one series adds at most, so that no single one decides. */
const GAIN_MOST = 150;
/** Twice as long before somebody noticed is about half as likely. */
const LIKELY_GAP_MS = 60 * 60 * 1000;
/** Kinds of messages that are asked, the most frequent first. */
const PATTERNS_ASKED = 300;

export function onsetOf(picture: Picture, signals: readonly Signal[]): Onset {
  const { start, step, count } = picture.grid;
  const noticed = Math.min(count - 1, Math.max(0, Math.floor((picture.noticedAt - start) / step)));
  const to = Math.min(count, noticed + 1 + STEPS_AFTER);
  const asked = askedPatterns(signals);
  const changes = signals.map((signal) =>
    signal.kind === "pattern" && !asked.has(signal) ? null : changePointOf(signal.values, to),
  );
  const sums = new Float64Array(to);
  const nearness = nearnessOf(picture);
  let strongest = 0;
  for (const [index, change] of changes.entries()) {
    if (!change) continue;
    const gain = change.gains[change.best] ?? 0;
    strongest = Math.max(strongest, gain);
    if (gain < GAIN_MIN) continue;
    const share = Math.min(1, GAIN_MOST / gain) * nearness((signals[index] as Signal).service);
    for (let at = 0; at <= noticed && at < to; at += 1)
      sums[at] = (sums[at] as number) + (change.gains[at] as number) * share;
  }
  if (strongest < GAIN_MIN) return { step: null, changes, to };
  let best = 0;
  const gap = (at: number) => Math.max(0, picture.noticedAt - (start + at * step));
  for (let at = 0; at < to; at += 1) sums[at] = (sums[at] as number) / (1 + gap(at) / LIKELY_GAP_MS);
  sums.forEach((sum, at) => {
    if (sum > (sums[best] as number)) best = at;
  });
  return { step: (sums[best] as number) > 0 ? best : null, changes, to };
}

function askedPatterns(signals: readonly Signal[]): ReadonlySet<Signal> {
  const total = ({ values }: Signal) => values.reduce((sum, value) => sum + value, 0);
  const asked = signals
    .filter(({ kind, nature }) => kind === "pattern" && nature === "errors")
    .map((signal) => ({ signal, total: total(signal) }));
  asked.sort((one, other) => other.total - one.total);
  return new Set(asked.slice(0, PATTERNS_ASKED).map(({ signal }) => signal));
}

/** What happens far from the incident's services says less about its onset. */
function nearnessOf({ services }: Picture): (service: string) => number {
  const distances = new Map(services.map(({ name, distance }) => [name, distance]));
  return (service) => 1 / (1 + (distances.get(service) ?? Math.max(3, ...distances.values())));
}
