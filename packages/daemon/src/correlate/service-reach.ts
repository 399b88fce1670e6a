/** What is known of the calls between an alarm's services and others. */
export interface ServiceReach {
  /** By service, over how many calls it is reached at the least, whichever way they go; 0 for the alarm's own. */
  readonly calls: ReadonlyMap<string, number>;
  /** Whether any call from it or to it is known. */
  readonly isMapped: (service: string) => boolean;
}

/** Services to which the way is looked for. */
export interface ReachQuery {
  /** The first of these that are reached end the walk. */
  readonly first: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** A caller and what it calls. */
export type Call = readonly [caller: string, callee: string];
/** Some or all of the calls from these services and to them. */
export type ReadCallsAround = (services: readonly string[]) => Promise<readonly Call[]>;

/** Over so many calls trouble is followed: through a gateway and a backend to a third's store. */
const CALLS_MAX = 4;
/** Services that are looked at. A hub that everything calls tells nothing about what is behind it. */
const SERVICES_MAX = 500;

/** Walks from an alarm's services, the nearest first; asks once a call, and once more where the first ones aren't reached. */
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
  // Whether what wasn't reached has calls at all says whether it is apart or unknown.
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
