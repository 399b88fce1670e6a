import type { Clock } from "../kernel/clock.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { createMutex } from "../kernel/mutex.ts";
import type { ListeningPeriod } from "../model/listening-period.ts";
import { type PartitionLease, partitionOf } from "../model/partition.ts";
import { assignPartitions } from "./assign-partitions.ts";
import type { GroupState, PartitionLeaseStore, PartitionReport, PartitionState } from "./lease-store.ts";
import { GAP_MS, nextListeningPeriod } from "./next-listening-period.ts";

/** Consumes the partitions that this member holds. */
export interface PartitionConsumer {
  /** Begins to hand over what waits in the partition. */
  begin(lease: PartitionLease): Promise<void>;
  /** Takes no more from it and resolves when what was taken is processed, or after a bounded time. */
  finish(partition: number): Promise<void>;
  /** Drops what was taken from it: another member may hold it already. */
  drop(partition: number): void;
  /** Progress since the last call; undefined where it can't be known now. Answers within a second. */
  progress(partition: number): Promise<PartitionProgress | undefined>;
  /** True where the broker answers. Answers within a second. */
  canConsume(): Promise<boolean>;
}

export interface PartitionProgress {
  /** All telemetry accepted before this time is processed. Milliseconds since 1970 UTC. */
  readonly processedUntil: number;
  /** The oldest acceptance time that was processed; null where nothing was. */
  readonly oldestProcessed: number | null;
  /** Events processed. */
  readonly events: number;
}

export interface GroupMemberOptions {
  /** Unique among all members that ever were. */
  readonly member: string;
  readonly partitions: number;
  readonly store: PartitionLeaseStore;
  readonly consumer: PartitionConsumer;
  /** Forgets what is kept in memory for a partition that this member doesn't hold any more. */
  readonly forget: (partition: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A worker's part in the group of workers that share the partitions. */
export interface GroupMember {
  /** One heartbeat: renews, follows the assignment, and makes it where this member is the coordinator. */
  beat(): Promise<void>;
  /** Looks at once whether these leases still hold, after the store refused what was written under them. */
  verify(): Promise<void>;
  leaseOf(organizationId: string, service: string): PartitionLease | undefined;
  leases(): readonly PartitionLease[];
  /** Partitions whose leases were renewed lately, so that no other member holds them. */
  heldPartitions(): number;
  /** Why this member processes nothing; undefined where it takes part. */
  problem(): string | undefined;
  /** The period in which all of these services were listened to; empty while it isn't known. */
  listeningPeriod(organizationId: string, services: readonly string[]): ListeningPeriod;
  /** Finishes what is under way and leaves the group. */
  leave(): Promise<void>;
}

/** Leases that couldn't be renewed for so long are given up, so that a broker hands the partitions to their new holders. */
const UNRENEWED_MS_MAX = 20 * SECOND_MS;
/** Hot partitions are moved no more often than this, so that loads are known when they are compared again. */
const BALANCE_MS = 30 * SECOND_MS;
/**
 * A holder that hangs keeps messages that nobody sees until it gives up its leases, or until the broker ends its
 * connection: two heartbeats of ten seconds. Where both happen in turn, that is 40 seconds after it renewed them. Its
 * successor knows no watermark until then.
 */
const HIDDEN_MS_MAX = UNRENEWED_MS_MAX + 20 * SECOND_MS;
/** A holder that gets no answer of the broker for so long leaves the group: others may reach it. */
const BLIND_MS_MAX = 3 * SECOND_MS;
/** As long as a lease lasts. */
const RENEWED_MS_MAX = 4 * SECOND_MS;
/** A lease is taken from a holder after four seconds, so the watermark of one that was taken lags by more. */
const LAG_MS_MAX = 3 * SECOND_MS;
/** Time constant of the mean load. */
const LOAD_MS = 30 * SECOND_MS;

interface State {
  readonly held: Map<number, Held>;
  group: GroupState | undefined;
  /** When the store answered last. */
  renewedAt: number;
  /** Gives the leases up, also while a call of the store hangs. */
  expiry: NodeJS.Timeout | undefined;
  balancedAt: number;
  /** Since when the broker tells no progress of a partition; undefined where it does. */
  blindSince: number | undefined;
  /** Undefined while this member takes part: since when it doesn't, as the broker gives no answer. */
  isolatedSince: number | undefined;
  /** Until then the broker may keep messages for a connection of this member that it believes to be alive. */
  hiddenUntil: number;
  isLeaving: boolean;
}

interface Held extends PartitionLease {
  load: number;
  listening: ListeningPeriod;
  reportedAt: number;
  /** False where its progress could not be known at the last heartbeat. */
  isKnown: boolean;
  /** Until then a former holder may have messages unacknowledged. */
  readonly hiddenUntil: number;
}

export function createGroupMember(options: GroupMemberOptions): GroupMember {
  const { clock, store, member, partitions, consumer, logger } = options;
  const state: State = {
    held: new Map(),
    group: undefined,
    renewedAt: clock.now(),
    expiry: undefined,
    balancedAt: clock.now(),
    blindSince: undefined,
    isolatedSince: undefined,
    hiddenUntil: 0,
    isLeaving: false,
  };
  /** Heartbeats must overlap neither each other nor the leave. */
  const mutex = createMutex();
  const beat = async (): Promise<void> => {
    if (state.isLeaving) return;
    if (!(await reachesBroker(options, state))) return isolate(options, state);
    state.isolatedSince = undefined;
    try {
      await renew(options, state);
    } catch (error) {
      if (clock.now() - state.renewedAt > UNRENEWED_MS_MAX) loseAll(options, state);
      throw error;
    }
    await followAssignment(options, state);
  };
  return {
    beat: () => mutex(beat),
    verify: () => mutex(() => renew(options, state)),
    leaseOf(organizationId, service) {
      const held = state.held.get(partitionOf(organizationId, service, partitions));
      return held && { partition: held.partition, epoch: held.epoch };
    },
    leases: () => [...state.held.values()].map(({ partition, epoch }) => ({ partition, epoch })),
    heldPartitions: () => (clock.now() - state.renewedAt > RENEWED_MS_MAX ? 0 : state.held.size),
    problem() {
      if (state.isolatedSince !== undefined) return "the worker gets no answer of the broker";
      return clock.now() - state.renewedAt > GAP_MS ? "the worker can't renew its leases" : undefined;
    },
    listeningPeriod: (organizationId, services) =>
      services
        .map((service) => periodOf(state, partitionOf(organizationId, service, partitions), clock.now()))
        .reduce(overlap, { since: 0, until: state.group?.publishedUntil ?? clock.now() }),
    leave: () =>
      mutex(async () => {
        state.isLeaving = true;
        clearTimeout(state.expiry);
        const leases = [...state.held.values()];
        await Promise.all(leases.map(({ partition }) => consumer.finish(partition)));
        for (const { partition } of leases) forget(options, state, partition);
        await store
          .release(member, leases)
          .then(() => store.leave(member))
          .catch((error: unknown) => {
            logger.warn("Partition leases not released; they expire by themselves", { error: coerceError(error) });
          });
      }),
  };
}

const overlap = (one: ListeningPeriod, other: ListeningPeriod): ListeningPeriod => ({
  since: Math.max(one.since, other.since),
  until: Math.min(one.until, other.until),
});

function periodOf({ group, renewedAt }: State, partition: number, now: number): ListeningPeriod {
  const known = group?.partitions.find((each) => each.partition === partition);
  // An old answer of the store tells nothing of the time since.
  if (!known || now - renewedAt > GAP_MS) return { since: now, until: now };
  return { since: known.listeningSince, until: known.processedUntil };
}

/** While it holds partitions, their progress says so. */
const reachesBroker = async ({ clock, consumer }: GroupMemberOptions, { held, blindSince }: State): Promise<boolean> =>
  held.size === 0 ? consumer.canConsume() : blindSince === undefined || clock.now() - blindSince <= BLIND_MS_MAX;

/** Leaves the partitions to members that reach the broker; the leases expire by themselves. */
async function isolate(options: GroupMemberOptions, state: State): Promise<void> {
  const { store, member, clock, logger } = options;
  if (state.isolatedSince !== undefined) return;
  if (state.held.size > 0) {
    logger.warn("Partitions left to other workers: the broker gives no answer", { partitions: [...state.held.keys()] });
    state.hiddenUntil = clock.now() + HIDDEN_MS_MAX;
    for (const partition of [...state.held.keys()]) lose(options, state, partition);
    state.blindSince = undefined;
  }
  await store.leave(member);
  state.isolatedSince = clock.now();
}

async function renew(options: GroupMemberOptions, state: State): Promise<void> {
  const { clock, store, member, partitions, consumer, logger } = options;
  const held = [...state.held.values()];
  const reports = await Promise.all(held.map((each) => reportOf(consumer, each, clock.now())));
  state.blindSince = held.every(({ isKnown }) => isKnown) ? undefined : (state.blindSince ?? clock.now());
  state.group = await store.heartbeat(member, reports, partitions);
  state.renewedAt = clock.now();
  clearTimeout(state.expiry);
  state.expiry = setTimeout(() => loseAll(options, state), UNRENEWED_MS_MAX).unref();
  for (const { partition, epoch } of [...state.held.values()]) {
    const stored = state.group.partitions[partition];
    if (stored?.owner === member && stored.epoch === epoch) continue;
    logger.warn("Partition lease lost; another worker has taken over", { partition });
    lose(options, state, partition);
  }
}

async function reportOf(consumer: PartitionConsumer, held: Held, now: number): Promise<PartitionReport> {
  const progress = await consumer.progress(held.partition);
  held.isKnown = progress !== undefined;
  if (progress) {
    const { reportedAt, listening } = held;
    const elapsedMs = Math.max(1, now - reportedAt);
    const weight = 1 - Math.exp(-elapsedMs / LOAD_MS);
    held.load += weight * ((progress.events * SECOND_MS) / elapsedMs - held.load);
    const processedUntil = now < held.hiddenUntil ? listening.until : progress.processedUntil;
    held.listening = nextListeningPeriod(listening, { ...progress, processedUntil, reportedAt }, now);
    held.reportedAt = now;
  }
  const { partition, epoch, load, listening, reportedAt } = held;
  return { partition, epoch, load, listeningSince: listening.since, processedUntil: listening.until, reportedAt };
}

function lose(options: GroupMemberOptions, state: State, partition: number): void {
  options.consumer.drop(partition);
  forget(options, state, partition);
}

function forget(options: GroupMemberOptions, state: State, partition: number): void {
  state.held.delete(partition);
  options.forget(partition);
}

function loseAll(options: GroupMemberOptions, state: State): void {
  if (state.held.size === 0) return;
  options.logger.warn("Partition leases given up: the database gave no answer", { partitions: [...state.held.keys()] });
  for (const partition of [...state.held.keys()]) lose(options, state, partition);
}

/** Gives back what others should hold, takes what this member should hold, and assigns where it is the coordinator. */
async function followAssignment(options: GroupMemberOptions, state: State): Promise<void> {
  const { store, member } = options;
  const group = state.group as GroupState;
  const targets = group.members[0] === member ? await coordinate(options, state, group) : targetsOf(group);
  const leaving = [...state.held.values()].filter(({ partition }) => targets.get(partition) !== member);
  if (leaving.length > 0) await giveUp(options, state, leaving);
  const free = group.partitions.filter(
    ({ partition, owner, isExpired }) => targets.get(partition) === member && isFree(member, owner, isExpired),
  );
  const wanted = free.map(({ partition }) => partition).filter((partition) => !state.held.has(partition));
  if (wanted.length === 0) return;
  for (const lease of await store.acquire(member, wanted)) {
    await begin(options, state, lease, group.partitions[lease.partition] as PartitionState);
  }
}

/** A lease in this member's name that it doesn't hold is left from a loss of its own. */
const isFree = (member: string, owner: string | null, isExpired: boolean): boolean =>
  owner === null || owner === member || isExpired;

const targetsOf = ({ partitions }: GroupState): Map<number, string> =>
  new Map(partitions.flatMap(({ partition, target }) => (target === null ? [] : [[partition, target]])));

/** The member with the lowest id decides; two that both believe to be it only assign twice. */
async function coordinate(
  { store, clock, logger }: GroupMemberOptions,
  state: State,
  group: GroupState,
): Promise<ReadonlyMap<number, string>> {
  const now = clock.now();
  const balanceLoad = now - state.balancedAt >= BALANCE_MS;
  if (balanceLoad) state.balancedAt = now;
  const targets = assignPartitions(group.members, group.partitions, balanceLoad);
  const before = targetsOf(group);
  const moved = [...targets].filter(([partition, target]) => before.get(partition) !== target);
  if (moved.length > 0) {
    await store.assign(new Map(moved));
    logger.info("Partitions assigned", { members: group.members.length, moved: moved.length });
  }
  return targets;
}

async function giveUp(options: GroupMemberOptions, state: State, leases: readonly PartitionLease[]): Promise<void> {
  await Promise.all(leases.map(({ partition }) => options.consumer.finish(partition)));
  for (const { partition } of leases) forget(options, state, partition);
  await options.store.release(options.member, leases);
}

async function begin(
  options: GroupMemberOptions,
  state: State,
  lease: PartitionLease,
  before: PartitionState,
): Promise<void> {
  const now = options.clock.now();
  state.held.set(lease.partition, {
    ...lease,
    load: before.load,
    listening: { since: before.listeningSince, until: before.processedUntil },
    reportedAt: before.reportedAt,
    isKnown: true,
    hiddenUntil: Math.max(state.hiddenUntil, isHandedOver(before, options.member) ? 0 : now + HIDDEN_MS_MAX),
  });
  await options.consumer.begin(lease);
}

/**
 * True where the last holder gave the lease back and knew the watermark. A holder that had itself taken the lease from a
 * worker that hangs doesn't know it for half a minute, and gives back a watermark that lags.
 */
const isHandedOver = ({ owner, reportedAt, processedUntil }: PartitionState, member: string): boolean =>
  (owner === null || owner === member) && reportedAt - processedUntil <= LAG_MS_MAX;
