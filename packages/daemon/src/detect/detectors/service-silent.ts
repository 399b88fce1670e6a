import { MINUTE_MS, toIso } from "../../kernel/clock.ts";
import { countActiveMinutes, recurringPause } from "../../methods/arrivals/arrival-statistics.ts";
import { figure } from "../describe-figures.ts";
import { REPEAT_MS_MAX } from "../detection-bounds.ts";
import type { ServiceSilentRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { ServiceState } from "../state/service-state.ts";
import { anyEnvironment, createFinding, findingKey } from "./detector-input.ts";

const HIGH_MINUTES = 15;
/** A pause that it is used to may take so much longer. */
const HABIT_TIMES = 1.25;
/** Silence is said again so many times within the time after which its incident would resolve. */
const SAID_AGAIN = 3;

export interface Silence {
  /** How long it may be silent, by its own habits. */
  readonly limitMs: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * When the service's silence would be news; null: it isn't known to speak steadily. `listeningSince` is since
 * when all that comes is heard: silence before it says nothing, since nobody was there to hear.
 */
export function silenceOf(rule: ServiceSilentRule, state: ServiceState, listeningSince: number): Silence | null {
  const { arrivals: heard } = state;
  if (heard.at === 0 || countActiveMinutes(heard, rule.steadyMinutes) < rule.steadyMinutes * rule.steadyShare)
    return null;
  const limitMs = Math.max(
    rule.silentMinutes * MINUTE_MS,
    rule.times * heard.gapMs,
    HABIT_TIMES * recurringPause(heard),
  );
  const startsAt = Math.max(heard.at, listeningSince) + limitMs;
  return { limitMs, startsAt, endsAt: startsAt + rule.giveUpMinutes * MINUTE_MS };
}

/** The next time that silence is to be said, which may have come already; null: not any more. */
export function nextSilenceAt(
  rule: ServiceSilentRule,
  service: string,
  state: ServiceState,
  silence: Silence,
  now: number,
): number | null {
  const saidAt = state.conditions.get(findingKey(rule, service))?.lastSeenAt ?? 0;
  const again = saidAt + Math.max(REPEAT_MS_MAX, rule.resolveAfterMs / SAID_AGAIN);
  const next = saidAt < silence.startsAt ? silence.startsAt : again;
  return Math.max(next, now) < silence.endsAt ? next : null;
}

/** A service that spoke steadily and then says nothing. */
export function findSilence(
  rule: ServiceSilentRule,
  service: string,
  state: ServiceState,
  silence: Silence,
  now: number,
): Finding | null {
  if (now < silence.startsAt || now >= silence.endsAt) return null;
  const minutes = (now - state.arrivals.at) / MINUTE_MS;
  return createFinding(rule, service, {
    reason: "steady_service_fell_silent",
    title: `${service} is silent`,
    description:
      `Nothing came from ${service} for ${figure(minutes)} minutes, since ${toIso(state.arrivals.at)}. It had spoken in at least ` +
      `${figure(rule.steadyShare * 100)} % of the ${rule.steadyMinutes} minutes before, about every ${figure(Math.max(state.arrivals.gapMs, 1000) / 1000)} seconds; ` +
      `${figure(silence.limitMs / MINUTE_MS)} minutes are its limit.`,
    severity: minutes >= HIGH_MINUTES ? "HIGH" : "MEDIUM",
    environment: anyEnvironment(state),
    marks: [[state.arrivals.lastId, state.watermark]],
    at: Math.max(state.watermark, 0),
  });
}
