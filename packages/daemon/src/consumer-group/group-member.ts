import type { Clock } from "../kernel/clock.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { createMutex } from "../kernel/mutex.ts";
import { type PartitionLease, partitionOf } from "../model/partition.ts";
import type { TelemetryCoverage } from "../model/telemetry-coverage.ts";
import { assignPartitions } from "./assign-partitions.ts";
import type {
  GroupState,
  PartitionLeaseStore,
  PartitionProgress,
  PartitionReport,
  PartitionState,
} from "./lease-store.ts";
import { GAP_MS, nextListeningPeriod } from "./next-listening-period.ts";

/** Consumes the partitions that this member holds. */
export interface PartitionConsumer {
  /** Starts delivering the batches of the partition. */
  begin(lease: PartitionLease): Promise<void>;
  /** Stops receiving; resolves when received batches are processed, or after a bounded time. */
  finish(partition: number): Promise<void>;
  /** Drops received batches: another member may hold the partition already. */
  drop(partition: number): void;
  /** Progress since the last call; undefined where it is unknown. Resolves within a second. */
  progress(partition: number): Promise<PartitionProgress | undefined>;
  /** True where the broker answers. Resolves within a second. */
  canConsume(): Promise<boolean>;
}

export interface GroupMemberOptions {
  /** Unique among all members of all times. */
  readonly member: string;
  readonly partitions: number;
  readonly store: PartitionLeaseStore;
  readonly consumer: PartitionConsumer;
  /** Drops in-memory state of a partition that this member lost. */
  readonly forget: (partition: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type GroupMember = ReturnType<typeof createGroupMember>;

/** Leases without a renewal for this time are released, so that the broker delivers to the new holders. */
const UNRENEWED_MS_MAX = 20 * SECOND_MS;
/** Hot partitions move at most this often, so that loads are measured between moves. */
const BALANCE_MS = 30 * SECOND_MS;
/**
 * A hanging holder keeps unacknowledged messages until it releases its leases, or until the broker closes its
 * connection. That takes two heartbeats of ten seconds: at most 40 seconds after its last renewal. Until then, its
 * successor knows no watermark.
 */
const HIDDEN_MS_MAX = UNRENEWED_MS_MAX + 20 * SECOND_MS;
/** A holder without an answer from the broker for this time leaves the group: other members may reach it. */
const BLIND_MS_MAX = 3 * SECOND_MS;
/** The duration of a lease. */
const RENEWED_MS_MAX = 4 * SECOND_MS;
/** A lease is taken over after four seconds, so the watermark of a hanging holder lags by more. */
const LAG_MS_MAX = 3 * SECOND_MS;
/** The time constant of the moving average of the load. */
const LOAD_MS = 30 * SECOND_MS;

interface State {
  readonly held: Map<number, Held>;
  group: GroupState | undefined;
  /** When the store last answered. */
  renewedAt: number;
  /** Releases the leases even while a call of the store hangs. */
  expiry: NodeJS.Timeout | undefined;
  balancedAt: number;
  /** Since when the progress of a partition is unknown; undefined where it is known. */
  blindSince: number | undefined;
  /** Since when this member has left because the broker does not answer; undefined while it takes part. */
  isolatedSince: number | undefined;
  /** Until then, the broker may keep messages for a dead connection of this member. */
  hiddenUntil: number;
  isLeaving: boolean;
}

interface Held extends PartitionLease {
  load: number;
  listening: TelemetryCoverage;
  reportedAt: number;
  /** False where the progress was unknown at the last heartbeat. */
  isKnown: boolean;
  /** Until then, a former holder may have unacknowledged messages. */
  readonly hiddenUntil: number;
}

/** A worker as a member of the group that shares the partitions. */
export function createGroupMember(options: GroupMemberOptions) {
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
    /** One heartbeat: renews leases and follows the assignment, which the coordinator makes. */
    beat: (): Promise<void> => mutex(beat),
    /** Renews leases at once, after the store refused a commit for a lost lease. */
    verify: (): Promise<void> => mutex(() => renew(options, state)),
    leaseOf(organizationId: string, service: string): PartitionLease | undefined {
      const held = state.held.get(partitionOf(organizationId, service, partitions));
      return held && { partition: held.partition, epoch: held.epoch };
    },
    leases: (): readonly PartitionLease[] =>
      [...state.held.values()].map(({ partition, epoch }) => ({ partition, epoch })),
    /** The number of partitions with recently renewed leases, which no other member holds. */
    heldPartitions: (): number => (clock.now() - state.renewedAt > RENEWED_MS_MAX ? 0 : state.held.size),
    /** The reason why this member processes nothing, if any. */
    problem(): string | undefined {
      if (state.isolatedSince !== undefined) return "the worker gets no answer of the broker";
      return clock.now() - state.renewedAt > GAP_MS ? "the worker can't renew its leases" : undefined;
    },
    /** The common listening period of these services; empty while it is unknown. */
    listeningPeriod: (organizationId: string, services: readonly string[]): TelemetryCoverage =>
      services
        .map((service) => periodOf(state, partitionOf(organizationId, service, partitions), clock.now()))
        .reduce(overlap, { since: 0, until: state.group?.publishedUntil ?? clock.now() }),
    /** Finishes received batches and leaves the group. */
    leave: (): Promise<void> =>
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
            logger.warn("Partition leases not released; they expire", { error: coerceError(error) });
          });
      }),
  };
}

const overlap = (one: TelemetryCoverage, other: TelemetryCoverage): TelemetryCoverage => ({
  since: Math.max(one.since, other.since),
  until: Math.min(one.until, other.until),
});

function periodOf({ group, renewedAt }: State, partition: number, now: number): TelemetryCoverage {
  const known = group?.partitions.find((each) => each.partition === partition);
  // An old answer of the store says nothing about the time since.
  if (!known || now - renewedAt > GAP_MS) return { since: now, until: now };
  return { since: known.listeningSince, until: known.processedUntil };
}

/** With held partitions, their progress shows it. */
const reachesBroker = async ({ clock, consumer }: GroupMemberOptions, { held, blindSince }: State): Promise<boolean> =>
  held.size === 0 ? consumer.canConsume() : blindSince === undefined || clock.now() - blindSince <= BLIND_MS_MAX;

/** Leaves the partitions to members that reach the broker; the leases expire. */
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

/** Releases partitions of other members, acquires assigned ones, and assigns them as the coordinator. */
async function followAssignment(options: GroupMemberOptions, state: State): Promise<void> {
  const { store, member } = options;
  const group = state.group as GroupState;
  const targets = group.members[0] === member ? await coordinate(options, state, group) : targetsOf(group);
  const leaving = [...state.held.values()].filter(({ partition }) => targets.get(partition) !== member);
  if (leaving.length > 0) await releaseLeases(options, state, leaving);
  const free = group.partitions.filter(
    ({ partition, owner, isExpired }) => targets.get(partition) === member && isFree(member, owner, isExpired),
  );
  const wanted = free.map(({ partition }) => partition).filter((partition) => !state.held.has(partition));
  if (wanted.length === 0) return;
  for (const lease of await store.acquire(member, wanted)) {
    await begin(options, state, lease, group.partitions[lease.partition] as PartitionState);
  }
}

/** A lease in this member's name that it doesn't hold remains from an earlier loss. */
const isFree = (member: string, owner: string | null, isExpired: boolean): boolean =>
  owner === null || owner === member || isExpired;

const targetsOf = ({ partitions }: GroupState): Map<number, string> =>
  new Map(partitions.flatMap(({ partition, target }) => (target === null ? [] : [[partition, target]])));

/** The member with the lowest id coordinates; two coordinators only assign twice. */
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

async function releaseLeases(
  options: GroupMemberOptions,
  state: State,
  leases: readonly PartitionLease[],
): Promise<void> {
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
 * True where the last holder released the lease and knew the watermark. A holder that took over from a hanging worker
 * doesn't know it for half a minute, and leaves a watermark that lags.
 */
const isHandedOver = ({ owner, reportedAt, processedUntil }: PartitionState, member: string): boolean =>
  (owner === null || owner === member) && reportedAt - processedUntil <= LAG_MS_MAX;
