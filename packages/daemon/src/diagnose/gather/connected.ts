import type { Hop, LogPattern, ServiceInView } from "../picture/incident-picture.ts";

/**
 * The services in view, with those of `others` that requests or complaints connect with them, directly or through
 * each other: a call further away than the nearest that they are connected with. The nearest first.
 */
export function connected(
  services: readonly ServiceInView[],
  others: readonly ServiceInView[],
  { patterns, hops }: { readonly patterns: readonly LogPattern[]; readonly hops: readonly Hop[] },
): readonly ServiceInView[] {
  const neighbours = new Map<string, Set<string>>();
  const connect = (one: string, other: string): void => {
    neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
    neighbours.set(other, (neighbours.get(other) ?? new Set()).add(one));
  };
  for (const { service, names } of patterns) for (const name of names) connect(service, name);
  for (const { from, to } of hops) connect(from, to);

  const waiting = new Map(others.map((service) => [service.name, service]));
  const found = services.toSorted((one, other) => one.distance - other.distance);
  // Those that are found are looked at in their turn, before what is further away.
  for (const { name, distance } of found) {
    for (const next of neighbours.get(name) ?? []) {
      const other = waiting.get(next);
      if (other === undefined) continue;
      waiting.delete(next);
      const further = found.findIndex((each) => each.distance > distance + 1);
      found.splice(further < 0 ? found.length : further, 0, { ...other, distance: distance + 1 });
    }
  }
  return found;
}
