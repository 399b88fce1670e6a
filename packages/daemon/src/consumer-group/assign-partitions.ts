export interface AssignablePartition {
  readonly partition: number;
  /** The current member; null, or a member that has left, means none. */
  readonly target: string | null;
  /** Events a second. */
  readonly load: number;
}

/** A swap must lower the load of the busiest member by this share of the mean, so that noise moves nothing. */
const GAIN_MIN = 0.2;
/** Below this mean load (events per second and member), only the number of partitions counts. */
const LOAD_MIN = 100;

/**
 * Assigns partitions to members: sticky and balanced like Kafka's sticky assignor (KIP-54). The numbers of partitions
 * differ by at most one. With `balanceLoad`, hot partitions are then swapped for cold ones while that lowers the busiest
 * member's load noticeably. Pure and deterministic; O(P²) for P partitions.
 */
export function assignPartitions(
  members: readonly string[],
  partitions: readonly AssignablePartition[],
  balanceLoad: boolean,
): ReadonlyMap<number, string> {
  const shares = new Map<string, AssignablePartition[]>([...members].sort().map((member) => [member, []]));
  const unassigned: AssignablePartition[] = [];
  if (shares.size === 0) return new Map();
  for (const each of partitions) (shares.get(each.target ?? "") ?? unassigned).push(each);
  takeSurplus(shares, partitions.length, unassigned);
  for (const each of unassigned.sort(hottestFirst)) leastOf(shares).push(each);
  if (balanceLoad) swapHot(shares);
  return new Map([...shares].flatMap(([member, share]) => share.map(({ partition }) => [partition, member] as const)));
}

type Shares = Map<string, AssignablePartition[]>;

const loadOf = (share: readonly AssignablePartition[]): number => share.reduce((sum, { load }) => sum + load, 0);
const hottestFirst = (one: AssignablePartition, other: AssignablePartition): number =>
  other.load - one.load || one.partition - other.partition;

/** Takes the coldest partitions of members with too many. */
function takeSurplus(shares: Shares, partitions: number, taken: AssignablePartition[]): void {
  const least = Math.floor(partitions / shares.size);
  let extra = partitions % shares.size;
  const largestFirst = [...shares.values()].sort((one, other) => other.length - one.length);
  for (const share of largestFirst) {
    const allowed = least + (share.length > least && extra-- > 0 ? 1 : 0);
    taken.push(...share.sort(hottestFirst).splice(allowed));
  }
}

function leastOf(shares: Shares): AssignablePartition[] {
  return [...shares.values()].reduce((best, share) =>
    share.length < best.length || (share.length === best.length && loadOf(share) < loadOf(best)) ? share : best,
  );
}

/** Swaps a partition of the busiest member for a colder one of the idlest. */
function swapHot(shares: Shares): void {
  const total = [...shares.values()].reduce((sum, share) => sum + loadOf(share), 0);
  const mean = total / shares.size;
  if (mean < LOAD_MIN) return;
  for (let swaps = 0; swaps < shares.size; swaps += 1) {
    const byLoad = [...shares.values()].sort((one, other) => loadOf(other) - loadOf(one));
    const [busiest, idlest] = [byLoad.at(0), byLoad.at(-1)];
    if (!busiest || !idlest || !swapBest(busiest, idlest, GAIN_MIN * mean)) return;
  }
}

/** The swap that equalizes the two loads best; false where none gains enough. */
function swapBest(busiest: AssignablePartition[], idlest: AssignablePartition[], gainMin: number): boolean {
  const excess = loadOf(busiest) - loadOf(idlest);
  const gainOf = (hot: AssignablePartition, cool: AssignablePartition): number =>
    Math.min(hot.load - cool.load, excess - (hot.load - cool.load));
  const swaps = busiest.flatMap((hot) => idlest.map((cool) => ({ hot, cool, gain: gainOf(hot, cool) })));
  const best = swaps.reduce<(typeof swaps)[number] | undefined>(
    (top, swap) => (swap.gain > (top?.gain ?? gainMin) ? swap : top),
    undefined,
  );
  if (!best) return false;
  busiest.splice(busiest.indexOf(best.hot), 1, best.cool);
  idlest.splice(idlest.indexOf(best.cool), 1, best.hot);
  return true;
}
