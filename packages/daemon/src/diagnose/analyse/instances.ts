import type { GoldenSignal } from "../../model/golden-signal.ts";
import { compare } from "./signal.ts";

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
