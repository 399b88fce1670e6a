export interface ServiceReach {
  /** The smallest number of calls from the alert's services in either direction; 0 for its own. */
  readonly calls: ReadonlyMap<string, number>;
  /** Whether any call from or to the service is known. */
  readonly isMapped: (service: string) => boolean;
}

export interface ReachQuery {
  readonly first: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

export type Call = readonly [caller: string, callee: string];
export type ReadCallsAround = (services: readonly string[]) => Promise<readonly Call[]>;

/** The longest path of calls. */
const CALLS_MAX = 4;
/** Bounds the search, since a hub that everything calls says nothing about the services behind it. */
const SERVICES_MAX = 500;

/**
 * A breadth-first search from the alert's services. One query for each level, and one more if the first targets are not
 * reached.
 */
export async function computeReach(
  services: readonly string[],
  { first, others }: ReachQuery,
  callsAround: ReadCallsAround,
): Promise<ServiceReach> {
  const calls = new Map(services.map((service) => [service, 0]));
  const mapped = new Set<string>();
  const know = async (asked: readonly string[]): Promise<readonly Call[]> => {
    const found = await callsAround(asked);
    for (const pair of found) for (const service of pair) mapped.add(service);
    return found;
  };
  const reached = (level: readonly string[]): boolean => level.some((service) => first.has(service));
  const reach = { calls, isMapped: (service: string) => mapped.has(service) };
  let level = services;
  for (let far = 1; far <= CALLS_MAX && level.length > 0; far += 1) {
    if (reached(level)) return reach;
    level = neighbours(await know(level), level).filter((service) => !calls.has(service));
    level = level.slice(0, Math.max(0, SERVICES_MAX - calls.size));
    for (const service of level) calls.set(service, far);
  }
  // A service with known calls that was not reached is unrelated; without known calls it is unknown.
  const missing = [...first, ...others].filter((service) => !mapped.has(service));
  if (mapped.size > 0 && missing.length > 0 && !reached(level)) await know(missing);
  return reach;
}

function neighbours(found: readonly Call[], services: readonly string[]): string[] {
  const level = new Set(services);
  const ends = found.flatMap(([caller, callee]) => [
    ...(level.has(caller) ? [callee] : []),
    ...(level.has(callee) ? [caller] : []),
  ]);
  return [...new Set(ends)];
}
