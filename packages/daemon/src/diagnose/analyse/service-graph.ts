import type { GoldenSignal } from "../../model/golden-signal.ts";
import type { Call, Picture } from "../gather/incident-picture.ts";
import { compare } from "./signal.ts";

/** Longest chain of calls. */
export const DEPTH_MAX = 7;

export const calleesOf = ({ calls }: Picture): Map<string, string[]> =>
  grouped(calls.map(({ caller, callee }) => [caller, callee]));

export const callersOf = ({ calls }: Picture): Map<string, string[]> =>
  grouped(calls.map(({ caller, callee }) => [callee, caller]));

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = Map.groupBy(pairs, ([key]) => key);
  return new Map([...groups].map(([key, all]) => [key, all.map(([, value]) => value)]));
}

/** Reachable services with their distance; the service itself at 0. */
export function reachedFrom(service: string, edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const found = new Map([[service, 0]]);
  for (const [name, distance] of found) {
    if (distance === DEPTH_MAX) break;
    for (const next of edges.get(name) ?? []) if (!found.has(next)) found.set(next, distance + 1);
  }
  return found;
}

/** Without edges from instances to their host, which nobody calls: otherwise the fullest host would get the blame. */
export function realCalls(picture: Picture): readonly Call[] {
  const hosts = hostsOf(picture);
  return hosts.size === 0 ? picture.calls : picture.calls.filter(({ callee }) => !hosts.has(callee));
}

/** Needed by several services, all instances, and calling none. */
function hostsOf(picture: Picture): ReadonlySet<string> {
  const instances = new Set([...instancesOf(picture.services.map(({ name }) => name)).values()].flat());
  const callees = calleesOf(picture);
  const hosts = [...callersOf(picture)].filter(
    ([name, callers]) =>
      callers.length > 1 &&
      !callees.has(name) &&
      !instances.has(name) &&
      callers.every((caller) => instances.has(caller)),
  );
  return new Set(hosts.map(([name]) => name));
}

/** `cart-0`, `cart-7d9f4c5b8-x2k4q`: an instance under its own name, and its service. */
const INSTANCE = /^(.{1,200})-(?:\d{1,4}|[a-f0-9]{6,10}-[a-z0-9]{5})$/;
/** `cart2` is a second set of instances of `cart`, unless it is a service. */
const SET = /^(.{0,199}[^\d-])\d{1,3}$/;

/** Instances by service, where both report. */
export function instancesOf(names: readonly string[]): Map<string, string[]> {
  const all = new Set(names);
  const pairs = [...names].sort(compare).map((name) => {
    const own = INSTANCE.exec(name)?.[1] ?? "";
    return [all.has(own) ? own : (SET.exec(own)?.[1] ?? ""), name] as const;
  });
  return grouped(pairs.filter(([service]) => all.has(service)));
}

/** Weight of the second instance's trouble. */
const SHARED = 1.6;

/** One troubled instance is a problem of that instance; the second one's trouble is added to the service. */
export function sharedTrouble(strengths: readonly Readonly<Record<GoldenSignal, number>>[]): number {
  const own = strengths.map(({ resource, errors, latency }) => resource + (errors + latency) / 2);
  own.sort((one, other) => other - one);
  return SHARED * (own[1] ?? 0);
}
