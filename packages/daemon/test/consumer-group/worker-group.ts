import { createGroupMember, type GroupMember, type PartitionConsumer } from "../../src/consumer-group/group-member.ts";
import type { PartitionLeaseStore, PartitionProgress } from "../../src/consumer-group/lease-store.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { createPartitionLeaseStore } from "../../src/store/partitions/partition-leases.ts";
import { openPostgresIntake } from "../../src/store/queue/postgres-intake.ts";
import type { Fresh, MakeFresh } from "../store/engines.ts";
import { NOW } from "../store/samples.ts";

export const PARTITIONS = 8;

/** A member whose consumer is made of plain sets. */
export interface Worker {
  readonly member: GroupMember;
  readonly consuming: Set<number>;
  readonly forgotten: number[];
  progress: (partition: number) => PartitionProgress | undefined;
  isCut: boolean;
  isHanging: boolean;
  reachesBroker: boolean;
}

/** The stores and helpers of the tests about a group of workers. */
export function workerGroup(fresh: MakeFresh) {
  let store: Fresh;
  let leases: PartitionLeaseStore;
  let now: number;
  let expire: () => Promise<void>;
  let holdUnpublished: (oldestAt: number | undefined) => Promise<void>;
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    now = NOW;
    leases = createPartitionLeaseStore(database, { now: () => now });
    expire = () =>
      database.write(async (transaction) => {
        await transaction.query("update partition_lease set expires_at = 1");
        await transaction.query("update worker_member set seen_at = 1");
      });
    holdUnpublished = async (oldestAt) => {
      const { target } = store;
      // One process has SQLite to itself: its own connection to the broker says enough.
      if (target.kind !== "postgres") return;
      const intake = await openPostgresIntake(target.url);
      await intake.reportUnpublished("an ingest process", oldestAt).finally(intake.close);
    };
  });
  afterEach(() => store.drop());

  const start = (name: string): Worker => {
    const consuming = new Set<number>();
    const forgotten: number[] = [];
    const consumer: PartitionConsumer = {
      async begin({ partition }) {
        consuming.add(partition);
      },
      async finish(partition) {
        consuming.delete(partition);
      },
      drop: (partition) => void consuming.delete(partition),
      progress: async (partition) => (worker.reachesBroker ? worker.progress(partition) : undefined),
      canConsume: async () => worker.reachesBroker,
    };
    const cutStore: PartitionLeaseStore = {
      ...leases,
      async heartbeat(...given) {
        if (worker.isCut) throw new Error("the database is away");
        if (worker.isHanging) await new Promise(() => undefined);
        return leases.heartbeat(...given);
      },
    };
    const worker: Worker = {
      member: createGroupMember({
        member: name,
        partitions: PARTITIONS,
        store: cutStore,
        consumer,
        forget: (partition) => void forgotten.push(partition),
        clock: { now: () => now },
        logger: silentLogger,
      }),
      consuming,
      forgotten,
      progress: () => ({ processedUntil: now, oldestProcessed: null, events: 0 }),
      isCut: false,
      isHanging: false,
      reachesBroker: true,
    };
    return worker;
  };
  /** Each member's heartbeat in turn, so many times, a second apart. */
  const beat = async (workers: readonly Worker[], times = 1): Promise<void> => {
    for (let left = times; left > 0; left -= 1) {
      now += SECOND_MS;
      for (const { member } of workers) await member.beat().catch(() => undefined);
    }
  };
  const shares = (workers: readonly Worker[]): number[] => workers.map(({ consuming }) => consuming.size);
  const isExclusive = (workers: readonly Worker[]): boolean => {
    const all = workers.flatMap(({ consuming }) => [...consuming]);
    return new Set(all).size === all.length;
  };

  return {
    start,
    beat,
    shares,
    isExclusive,
    get expire() {
      return expire;
    },
    get now() {
      return now;
    },
    set now(value: number) {
      now = value;
    },
    get store() {
      return store;
    },
    get holdUnpublished() {
      return holdUnpublished;
    },
  };
}
