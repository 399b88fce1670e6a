import type { GoldenSignal } from "../../model/golden-signal.ts";
import type { Call, Picture } from "../gather/incident-picture.ts";
import { compare } from "./signal.ts";

/** Calls that are followed in a row. */
export const DEPTH_MAX = 7;

export const calleesOf = ({ calls }: Picture): Map<string, string[]> =>
  grouped(calls.map(({ caller, callee }) => [caller, callee]));

export const callersOf = ({ calls }: Picture): Map<string, string[]> =>
  grouped(calls.map(({ caller, callee }) => [callee, caller]));

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) {
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** All that is reached from a service, itself at 0, with the fewest steps to it. */
export function reachedFrom(service: string, edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const found = new Map([[service, 0]]);
  for (const [name, distance] of found) {
    if (distance === DEPTH_MAX) break;
    for (const next of edges.get(name) ?? []) if (!found.has(next)) found.set(next, distance + 1);
  }
  return found;
}

/**
 * Without those of instances to the machine that they lie on, which many need and none calls: what they complain of
 * is not passed on to it, or the fullest machine would always be to blame.
 */
export function realCalls(picture: Picture): readonly Call[] {
  const hosts = hostsOf(picture);
  return hosts.size === 0 ? picture.calls : picture.calls.filter(({ callee }) => !hosts.has(callee));
}

/** Who is needed by several, all of them instances, and calls nobody. */
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

/** `cart-0`, `cart-7d9f4c5b8-x2k4q`: an instance that reports under a name of its own, and what it is one of. */
const INSTANCE = /^(.{1,200})-(?:\d{1,4}|[a-f0-9]{6,10}-[a-z0-9]{5})$/;
/** `cart2` is the second set of instances of `cart` where it is no service itself. */
const SET = /^(.{0,199}[^\d-])\d{1,3}$/;

/** Services whose instances report under names of their own beside them, each with these. */
export function instancesOf(names: readonly string[]): Map<string, string[]> {
  const all = new Set(names);
  const instances = new Map<string, string[]>();
  for (const name of [...names].sort(compare)) {
    const own = INSTANCE.exec(name)?.[1] ?? "";
    const service = all.has(own) ? own : (SET.exec(own)?.[1] ?? "");
    if (!all.has(service)) continue;
    const known = instances.get(service);
    if (known) known.push(name);
    else instances.set(service, [name]);
  }
  return instances;
}

/** How much the second instance's trouble says against the service, to what its own would. */
const SHARED = 1.6;

/**
 * One instance in trouble is that instance's affair; where a second one is too, it's that of their service: how much
 * so is added to what the service shows of itself.
 */
export function sharedTrouble(strengths: readonly Readonly<Record<GoldenSignal, number>>[]): number {
  const own = strengths.map(({ resource, errors, latency }) => resource + (errors + latency) / 2);
  own.sort((one, other) => other - one);
  return SHARED * (own[1] ?? 0);
}
