import { count } from "../detect/describe-figures.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { wordsIn } from "../kernel/search-terms.ts";
import { AFFECTED_SERVICES_MAX } from "../model/record-limits.ts";
import type { ReachQuery, ServiceReach } from "./service-reach.ts";

/**
 * The built-in correlation: the ongoing fault that an alert belongs to, by time, topology and text.
 *
 * - A fault contains each alert once.
 * - The newest fault is preferred, since most alerts come at its beginning.
 * - Known calls must connect the services. Where the calls of one are unknown, one alert must name the other's service,
 *   have a similar text, or come within the same minute.
 *
 * Two services whose calls are known and don't connect are unrelated, however near in time and text.
 */
export interface Alert {
  readonly at: number;
  /** Identifies the condition. */
  readonly key: string;
  readonly services: readonly [string, ...string[]];
  readonly text: string;
  /** The error message that it quotes. */
  readonly cause?: string | undefined;
}

/** Alerts of one presumed cause. */
export interface AlertGroup<Of extends Alert> {
  readonly startedAt: number;
  lastAt: number;
  readonly keys: Set<string>;
  /** The newest alert of each service, in the order of time. */
  readonly alerts: Map<string, Of>;
}

type Sign = "same_service" | "calls" | "named" | "same_words" | "same_minute";

export interface AlertGroupMembership<Of extends Alert, Its extends AlertGroup<Of>> {
  readonly fault: Its;
  readonly partner: Of;
  readonly isSure: boolean;
  readonly reason: string;
  readonly compared: { readonly by: Sign; readonly service: string; readonly relatedService: string };
  readonly gapMinutes: number;
}

/** A fault without alerts for this time is over: by default an incident resolves after it. */
export const QUIET_MS = 15 * MINUTE_MS;
/** After this time without alerts it takes only those of its own services. */
export const SPREADING_MS = 5 * MINUTE_MS;
const FAULT_MS = HOUR_MS;
/** Services at most two calls apart that fail together have one cause: the one between them may send nothing. */
const SURE_CALLS = 2;
const AT_ONCE_MS = MINUTE_MS;
/** The minimal Jaccard similarity of the words. */
const SAME_WORDS = 0.5;
/** Bounds of a fault beside its services, and of a compared text. */
const KEYS_MAX = 10_000;
/** A title quotes no more of a message. */
const TEXT_CHARS_MAX = 110;

export const isOngoing = ({ startedAt, lastAt }: AlertGroup<Alert>, at: number): boolean =>
  at - lastAt <= QUIET_MS && at - startedAt <= FAULT_MS;

/** The ongoing faults without this alert, the newest first. */
export const findCandidates = <Its extends AlertGroup<Alert>>({ at, key }: Alert, faults: readonly Its[]): Its[] =>
  faults
    .filter((fault) => isOngoing(fault, at) && !fault.keys.has(key))
    .sort((one, other) => other.startedAt - one.startedAt);

/** The services of the candidates; those of the newest end the search. */
export const toReachQuery = ([newest, ...older]: readonly AlertGroup<Alert>[]): ReachQuery => ({
  first: new Set(newest?.alerts.keys()),
  others: new Set(older.flatMap(({ alerts }) => [...alerts.keys()])),
});

/** Undefined where the alert belongs to none of the candidates. */
export function findMembership<Of extends Alert, Its extends AlertGroup<Of>>(
  alert: Alert,
  faults: readonly Its[],
  reach: ServiceReach,
): AlertGroupMembership<Of, Its> | undefined {
  for (const fault of faults) {
    const isSpreading = alert.at - fault.lastAt <= SPREADING_MS;
    const found = byCalls<Of>(alert, fault, reach) ?? (isSpreading ? byText<Of>(alert, fault, reach) : undefined);
    if (!found || (!isSpreading && found.by !== "same_service")) continue;
    const { by, service, sentence, partner, isSure } = found;
    const gapMinutes = roundToTenth(Math.abs(alert.at - partner.at) / MINUTE_MS);
    const compared = { by, service: alert.services[0], relatedService: service };
    const reason = `${sentence}, ${count(gapMinutes, "minute")} apart.`;
    return { fault, partner, isSure, compared, gapMinutes, reason };
  }
  return undefined;
}

interface Found<Of> {
  readonly partner: Of;
  readonly service: string;
  readonly isSure: boolean;
  readonly by: Sign;
  readonly sentence: string;
}

/** The nearest service; of equally near ones the newest alert. */
function byCalls<Of extends Alert>(
  alert: Alert,
  { alerts }: AlertGroup<Of>,
  { calls }: ServiceReach,
): Found<Of> | undefined {
  let nearest: { readonly service: string; readonly partner: Of; readonly far: number } | undefined;
  for (const [service, partner] of alerts) {
    const far = calls.get(service);
    if (far !== undefined && far <= (nearest?.far ?? far)) nearest = { service, partner, far };
  }
  if (!nearest) return undefined;
  const { service, partner, far } = nearest;
  const isSure = far <= SURE_CALLS;
  if (far === 0) return { partner, service, isSure, by: "same_service", sentence: `Same service ${service}` };
  const apart = far === 1 ? "one call" : `${far} calls`;
  const sentence = `${alert.services[0]} and ${service} are ${apart} from each other`;
  return { partner, service, isSure, by: "calls", sentence };
}

/** The newest alert with a similar text, where the calls between the services are unknown. */
function byText<Of extends Alert>(
  alert: Alert,
  fault: AlertGroup<Of>,
  { isMapped }: ServiceReach,
): Found<Of> | undefined {
  const [own] = alert.services;
  const unmapped = [...fault.alerts].filter(([service]) => !(isMapped(own) && isMapped(service))).reverse();
  const text = spoken(alert);
  for (const [service, partner] of unmapped) {
    const found = { partner, service, isSure: true };
    if (text.includes(spoken({ text: service }))) return { ...found, by: "named", sentence: `It names ${service}` };
    if (spoken(partner).includes(spoken({ text: own })))
      return { ...found, by: "named", sentence: `${service} names ${own}` };
    if (saysTheSame(alert, partner)) {
      return { ...found, by: "same_words", sentence: `It says the same as of ${service}` };
    }
  }
  const [newest] = unmapped;
  if (!newest || alert.at - fault.lastAt > AT_ONCE_MS) return undefined;
  const [service, partner] = newest;
  const sentence = `It rang at once with ${service}, and how they call each other isn't known`;
  return { partner, service, isSure: false, by: "same_minute", sentence };
}

/** The words of the quoted message; of the title where it quotes none. */
const spoken = ({ text, cause }: Pick<Alert, "text" | "cause">): string =>
  ` ${wordsIn((cause ?? text).slice(0, TEXT_CHARS_MAX)).join(" ")} `;

/** A rule writes the same about all services, so the messages that two alerts quote are compared where both do. */
function saysTheSame(one: Alert, other: Alert): boolean {
  const quote = one.cause !== undefined && other.cause !== undefined;
  const wordsOf = (alert: Alert) => distinctiveWords((quote ? alert.cause : undefined) ?? alert.text, alert);
  return areSimilar(wordsOf(one), wordsOf(other));
}

/** Words without digits and without service names. */
function distinctiveWords(text: string, { services }: Alert): ReadonlySet<string> {
  const names = new Set(services.flatMap(wordsIn));
  return new Set(wordsIn(text.slice(0, TEXT_CHARS_MAX)).filter((word) => !names.has(word) && !/\d/.test(word)));
}

function areSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && shared >= SAME_WORDS * (one.size + other.size - shared);
}

export const createFault = <Of extends Alert>(startedAt: number): AlertGroup<Of> => ({
  startedAt,
  lastAt: startedAt,
  keys: new Set(),
  alerts: new Map(),
});

/** Alerts must be added in the order of time. */
export function addAlert<Of extends Alert>(fault: AlertGroup<Of>, alert: Of): void {
  const { keys, alerts } = fault;
  fault.lastAt = Math.max(fault.lastAt, alert.at);
  if (keys.size < KEYS_MAX) keys.add(alert.key);
  for (const service of alert.services) {
    alerts.delete(service);
    alerts.set(service, alert);
  }
  for (const service of [...alerts.keys()].slice(0, -AFFECTED_SERVICES_MAX)) alerts.delete(service);
}
