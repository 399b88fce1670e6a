import { count } from "../detect/describe-figures.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { wordsIn } from "../kernel/search-terms.ts";
import type { ReachQuery, ServiceReach } from "./service-reach.ts";

/**
 * The built-in correlation: which of the faults that go on an alarm belongs to, told by time, topology and text
 * together and by no rule. Of those faults that last
 *
 * - and don't ring this very alarm already: one fault rings an alarm once,
 * - the newest is meant, since a fault rings most when it begins,
 * - to which known calls lead, whichever way they go; or, where the calls of one of the two aren't known, of which one
 *   alarm names the other's service, says the same, or rang within the same minute.
 *
 * Two services whose calls are known and don't meet are apart, however near in time and like in words they are.
 */
export interface FaultAlert {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The same alarm has the same one whenever it rings. */
  readonly key: string;
  /** What it is about, and what else it is known to be about. */
  readonly services: readonly [string, ...string[]];
  readonly text: string;
}

/** Alarms that are taken to come of one fault. */
export interface Fault<Of extends FaultAlert> {
  readonly startedAt: number;
  lastAt: number;
  /** Of the alarms that ring. */
  readonly keys: Set<string>;
  /** By service, the newest alarm about it, and the newest ones last. */
  readonly alarms: Map<string, Of>;
}

/** What shows that two alarms are of one fault. */
type Sign = "same_service" | "calls" | "named" | "same_words" | "same_minute";

/** Why an alarm is taken to be of a fault. */
export interface FaultMembership<Of extends FaultAlert, Its extends Fault<Of>> {
  readonly fault: Its;
  /** The alarm of the fault that shows it. */
  readonly partner: Of;
  readonly isSure: boolean;
  readonly reason: string;
  readonly compared: { readonly by: Sign; readonly service: string; readonly relatedService: string };
  readonly gapMinutes: number;
}

/** A fault is over that was quiet for so long: what it breaks rings sooner, and rules judge by the minute. */
export const QUIET_MS = 5 * MINUTE_MS;
/** What rings for longer is many faults in a row, or none. */
const FAULT_MS = HOUR_MS;
/** One call apart, two that fail together fail of one thing. */
const SURE_CALLS = 1;
/** With nothing known but the time, only what rings at once is taken to be one. */
const AT_ONCE_MS = MINUTE_MS;
/** The share of all their words that two texts that say the same have in common. */
const SAME_WORDS = 0.5;
/** Bounds of what is kept of a fault, and of a text that is compared. */
const SERVICES_MAX = 100;
const KEYS_MAX = 10_000;
const TEXT_CHARS_MAX = 300;

export const isOngoing = ({ startedAt, lastAt }: Fault<FaultAlert>, at: number): boolean =>
  at - lastAt <= QUIET_MS && at - startedAt <= FAULT_MS;

/** Those that an alarm may belong to, the newest first. */
export const findCandidates = <Its extends Fault<FaultAlert>>({ at, key }: FaultAlert, faults: readonly Its[]): Its[] =>
  faults
    .filter((fault) => isOngoing(fault, at) && !fault.keys.has(key))
    .sort((one, other) => other.startedAt - one.startedAt);

/** The services of the candidates; the newest decides where they lead to it. */
export const toReachQuery = ([newest, ...older]: readonly Fault<FaultAlert>[]): ReachQuery => ({
  first: new Set(newest?.alarms.keys()),
  others: new Set(older.flatMap(({ alarms }) => [...alarms.keys()])),
});

/** `faults` are the candidates; undefined where the alarm belongs to none of them. */
export function findMembership<Of extends FaultAlert, Its extends Fault<Of>>(
  alarm: FaultAlert,
  faults: readonly Its[],
  reach: ServiceReach,
): FaultMembership<Of, Its> | undefined {
  for (const fault of faults) {
    const found = byCalls<Of>(alarm, fault, reach) ?? bySaying<Of>(alarm, fault, reach);
    if (!found) continue;
    const { by, service, sentence, partner, isSure } = found;
    const gapMinutes = roundToTenth(Math.abs(alarm.at - partner.at) / MINUTE_MS);
    const compared = { by, service: alarm.services[0], relatedService: service };
    return {
      fault,
      partner,
      isSure,
      compared,
      gapMinutes,
      reason: `${sentence}, ${count(gapMinutes, "minute")} apart.`,
    };
  }
  return undefined;
}

interface Found<Of> {
  readonly partner: Of;
  /** The partner's. */
  readonly service: string;
  readonly isSure: boolean;
  readonly by: Sign;
  readonly sentence: string;
}

/** The nearest, of equally near ones the newest. */
function byCalls<Of extends FaultAlert>(
  alarm: FaultAlert,
  { alarms }: Fault<Of>,
  { calls }: ServiceReach,
): Found<Of> | undefined {
  let nearest: { readonly service: string; readonly partner: Of; readonly far: number } | undefined;
  for (const [service, partner] of alarms) {
    const far = calls.get(service);
    if (far !== undefined && far <= (nearest?.far ?? far)) nearest = { service, partner, far };
  }
  if (!nearest) return undefined;
  const { service, partner, far } = nearest;
  const isSure = far <= SURE_CALLS;
  if (far === 0) return { partner, service, isSure, by: "same_service", sentence: `Same service ${service}` };
  const apart = far === 1 ? "one call" : `${far} calls`;
  const sentence = `${alarm.services[0]} and ${service} are ${apart} from each other`;
  return { partner, service, isSure, by: "calls", sentence };
}

/** The newest alarm of the fault that says so, where it isn't known how the services call each other. */
function bySaying<Of extends FaultAlert>(
  alarm: FaultAlert,
  fault: Fault<Of>,
  { isMapped }: ServiceReach,
): Found<Of> | undefined {
  const [own] = alarm.services;
  const unmapped = [...fault.alarms].filter(([service]) => !(isMapped(own) && isMapped(service))).reverse();
  const [text, words] = [spoken(alarm.text), tellingWords(alarm)];
  for (const [service, partner] of unmapped) {
    const found = { partner, service, isSure: false };
    if (text.includes(spoken(service))) return { ...found, by: "named", sentence: `It names ${service}` };
    if (spoken(partner.text).includes(spoken(own)))
      return { ...found, by: "named", sentence: `${service} names ${own}` };
    if (saysTheSame(words, tellingWords(partner))) {
      return { ...found, by: "same_words", sentence: `It says the same as of ${service}` };
    }
  }
  const [newest] = unmapped;
  if (!newest || alarm.at - fault.lastAt > AT_ONCE_MS) return undefined;
  const [service, partner] = newest;
  const sentence = `It rang at once with ${service}, and how they call each other isn't known`;
  return { partner, service, isSure: false, by: "same_minute", sentence };
}

/** The words alone, so that a name is found as a whole. */
const spoken = (text: string): string => ` ${wordsIn(text.slice(0, TEXT_CHARS_MAX)).join(" ")} `;

/** Without figures, and without names of services: a rule writes the same about all of them. */
function tellingWords({ text, services }: FaultAlert): ReadonlySet<string> {
  const names = new Set(services.flatMap(wordsIn));
  return new Set(wordsIn(text.slice(0, TEXT_CHARS_MAX)).filter((word) => !names.has(word) && !/\d/.test(word)));
}

function saysTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && shared >= SAME_WORDS * (one.size + other.size - shared);
}

export const createFault = <Of extends FaultAlert>(startedAt: number): Fault<Of> => ({
  startedAt,
  lastAt: startedAt,
  keys: new Set(),
  alarms: new Map(),
});

/** Alarms are added in the order of their times. */
export function addAlert<Of extends FaultAlert>(fault: Fault<Of>, alarm: Of): void {
  const { keys, alarms } = fault;
  fault.lastAt = Math.max(fault.lastAt, alarm.at);
  if (keys.size < KEYS_MAX) keys.add(alarm.key);
  for (const service of alarm.services) {
    alarms.delete(service);
    alarms.set(service, alarm);
  }
  for (const service of [...alarms.keys()].slice(0, -SERVICES_MAX)) alarms.delete(service);
}
