import type { Picture } from "../gather/incident-picture.ts";
import type { Deviation } from "./deviations.ts";
import { TROUBLED_FROM } from "./effect-size.ts";
import { calleesOf, callersOf } from "./service-graph.ts";

/** What the requests through a service show, as the traces of their messages tell it. */
export interface RequestTrouble {
  /** How well it explains where requests take longer, and how much longer: 0 to 1. */
  readonly delay: number;
  /** How far its messages come otherwise than what comes before them lets expect: 0 to 1. */
  readonly detour: number;
  /** The most telling of each. */
  readonly slowest: Deviation | null;
  readonly oddest: Deviation | null;
}

/** From so many scales on neither tells more. */
const DELAY_MOST = 30;
const DETOUR_MOST = 15;
/** What complains of another service by name tells so much of its own. */
const NAMES_ANOTHER = 0.3;

export function requestTroublesOf(
  picture: Picture,
  deviations: readonly Deviation[],
): ReadonlyMap<string, RequestTrouble> {
  const troubles = new Map<string, RequestTrouble>();
  const untroubled = { delay: 0, detour: 0, slowest: null, oddest: null };
  for (const [service, found] of delaysOf(picture, deviations)) troubles.set(service, { ...untroubled, ...found });
  for (const [service, found] of detoursOf(deviations)) {
    troubles.set(service, { ...(troubles.get(service) ?? untroubled), ...found });
  }
  return troubles;
}

/**
 * A service is the slower the more of its ways take longer, and the likelier it alone the fewer others do: the share
 * of its own ways that are slow, and the share of the slow ones that are its own, as Ochiai has it for lines of code
 * in failing and passing tests (Abreu, Zoeteweij, van Gemund, 2006).
 */
function delaysOf(picture: Picture, deviations: readonly Deviation[]) {
  const ends = endsOf(picture);
  const own = new Map<string, { readonly deviation: Deviation; readonly slow: number }[]>();
  let all = 0;
  let most = 0;
  for (const deviation of deviations) {
    const { hop } = deviation.signal;
    if (!hop) continue;
    const isSlow = deviation.rises && deviation.distance >= TROUBLED_FROM;
    const slow = isSlow ? Math.min(DELAY_MOST, deviation.distance) : 0;
    all += slow;
    most = Math.max(most, slow);
    for (const service of ends(hop.from, hop.to)) {
      const known = own.get(service);
      if (known) known.push({ deviation, slow });
      else own.set(service, [{ deviation, slow }]);
    }
  }
  const delays = new Map<string, Pick<RequestTrouble, "delay" | "slowest">>();
  for (const [service, ways] of own) {
    const slow = ways.reduce((sum, way) => sum + way.slow, 0);
    if (slow === 0) continue;
    const slowest = ways.reduce((worst, way) => (way.slow > worst.slow ? way : worst));
    const share = Math.sqrt((slow / all) * (slow / (ways.length * most)));
    delays.set(service, { delay: (share * slowest.slow) / DELAY_MOST, slowest: slowest.deviation });
  }
  return delays;
}

/** Whom a way goes between; what doesn't call each other is passed on by whoever calls both. */
function endsOf(picture: Picture): (from: string, to: string) => ReadonlySet<string> {
  const callees = calleesOf(picture);
  const callers = callersOf(picture);
  return (from, to) => {
    const isCall = from === to || callees.get(from)?.includes(to) || callees.get(to)?.includes(from);
    const both = isCall ? [] : (callers.get(from) ?? []).filter((caller) => callers.get(to)?.includes(caller));
    return new Set([from, to, ...both]);
  };
}

function detoursOf(deviations: readonly Deviation[]) {
  const detours = new Map<string, Pick<RequestTrouble, "detour" | "oddest">>();
  for (const deviation of deviations) {
    const { signal, distance } = deviation;
    if (!signal.pattern || signal.pattern.follows.length === 0 || distance < TROUBLED_FROM) continue;
    const isOthers = signal.pattern.names.length > 0;
    const detour = Math.min(1, distance / DETOUR_MOST) * (isOthers ? NAMES_ANOTHER : 1);
    if (detour > (detours.get(signal.service)?.detour ?? 0)) detours.set(signal.service, { detour, oddest: deviation });
  }
  return detours;
}
