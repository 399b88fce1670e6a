import type { Picture } from "../gather/incident-picture.ts";
import type { Deviation } from "./deviations.ts";
import { DEVIANT_FROM } from "./effect-size.ts";
import { calleesOf, callersOf } from "./service-graph.ts";

export interface RequestTrouble {
  /** How well it explains the delays, 0 to 1. */
  readonly delay: number;
  /** How unexpected its messages are, 0 to 1. */
  readonly detour: number;
  /** The strongest of each. */
  readonly slowest: Deviation | null;
  readonly oddest: Deviation | null;
}

/** Saturation in scales. */
const DELAY_MOST = 30;
const DETOUR_MOST = 15;
/** Weight of a complaint that names another service. */
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
 * Suspicion by the Ochiai coefficient: the slow share of its own hops, and its share of all slow hops (Abreu,
 * Zoeteweij, van Gemund, 2006).
 */
function delaysOf(picture: Picture, deviations: readonly Deviation[]) {
  const ends = endsOf(picture);
  const own = new Map<string, { readonly deviation: Deviation; readonly slow: number }[]>();
  let all = 0;
  let most = 0;
  for (const deviation of deviations) {
    const { hop } = deviation.signal;
    if (!hop) continue;
    const isSlow = deviation.rises && deviation.distance >= DEVIANT_FROM;
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

/** The ends of a hop, with a common caller if neither calls the other. */
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
    if (!signal.pattern || signal.pattern.follows.length === 0 || distance < DEVIANT_FROM) continue;
    const isOthers = signal.pattern.names.length > 0;
    const detour = Math.min(1, distance / DETOUR_MOST) * (isOthers ? NAMES_ANOTHER : 1);
    if (detour > (detours.get(signal.service)?.detour ?? 0)) detours.set(signal.service, { detour, oddest: deviation });
  }
  return detours;
}
