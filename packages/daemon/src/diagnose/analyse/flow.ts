import type { Signal } from "./signal.ts";

/** Expected numbers of a message if its service had not changed. */
export interface Flow {
  /** Per step, from the messages before it in requests; null without traces. */
  readonly led: (signal: Signal, step: number, end: number) => Float64Array | null;
  /** Growth of the service's other messages, 1 for complaints: with less traffic all messages get rarer. */
  readonly growth: (signal: Signal, step: number, end: number) => number;
  /** Whether other messages of the service arrived in each step, else data may be late. */
  readonly isHeard: (signal: Signal, step: number, end: number) => boolean;
}

/** Minimum known share of the messages before it. */
const KNOWN_SHARE = 0.5;
const GROWTH_MIN = 0.1;
const GROWTH_MAX = 4;

/** Whether traces show what comes before it. */
export const isLed = ({ pattern }: Signal): boolean => pattern !== null && pattern.follows.length > 0;

export function flowsOf(signals: readonly Signal[]): Flow {
  const kinds = new Map<string, Float64Array>();
  const services = new Map<string, Float64Array>();
  for (const { pattern, values } of signals) {
    if (!pattern) continue;
    kinds.set(pattern.eventId, values);
    const total = services.get(pattern.service) ?? new Float64Array(values.length);
    services.set(pattern.service, total);
    for (let at = 0; at < values.length; at += 1) total[at] = (total[at] as number) + (values[at] as number);
  }
  return {
    led: (signal, step, end) => expectedOf(kinds, signal, step, end),
    growth({ pattern, nature, values }, step, end) {
      const total = pattern && nature === "other" ? services.get(pattern.service) : undefined;
      if (!total) return 1;
      const rest = (from: number, to: number) =>
        (sum(total, from, to) - sum(values, from, to) + 1) / Math.max(1, to - from);
      return Math.min(GROWTH_MAX, Math.max(GROWTH_MIN, rest(step, end) / rest(0, step)));
    },
    isHeard({ service, values }, step, end) {
      const total = services.get(service);
      if (!total) return false;
      return total.subarray(step, end).every((many, index) => many > (values[step + index] as number));
    },
  };
}

function expectedOf(
  kinds: ReadonlyMap<string, Float64Array>,
  { pattern, values }: Signal,
  step: number,
  end: number,
): Float64Array | null {
  const leaders = (pattern?.follows ?? []).flatMap(({ eventId, share }) => {
    const leader = kinds.get(eventId);
    return leader ? [{ leader, share, past: sum(leader, 0, step) }] : [];
  });
  const shareOf = (those: typeof leaders) => those.reduce((all, { share }) => all + share, 0);
  if (shareOf(leaders) < KNOWN_SHARE) return null;
  const old = shareOf(leaders.filter(({ past }) => past > 0));
  const own = sum(values, 0, step);
  const all = sum(values, 0, values.length);
  const expected = new Float64Array(end);
  for (const { leader, share, past } of leaders) {
    // A new leader explains what follows it.
    const each = past > 0 ? ((share / old) * own) / past : (share * all) / sum(leader, 0, leader.length);
    for (let at = 0; at < end; at += 1) expected[at] = (expected[at] as number) + each * (leader[at] as number);
  }
  return expected;
}

export function sum(values: Float64Array, from: number, to: number): number {
  let all = 0;
  for (let at = from; at < to; at += 1) all += values[at] as number;
  return all;
}
