import { expect } from "chai";
import type { PartitionLeaseStore } from "../../src/consumer-group/lease-store.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { PartitionLease } from "../../src/model/partition.ts";
import { createPartitionLeaseStore, holdLeases } from "../../src/store/partitions/partition-leases.ts";
import { openPostgresIntake } from "../../src/store/queue/postgres-intake.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { NOW } from "./samples.ts";

const PARTITIONS = 4;

onEachEngine("The end of partition leases", (fresh) => {
  let store: Fresh;
  let database: Database;
  let leases: PartitionLeaseStore;
  let now: number;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    now = NOW;
    leases = createPartitionLeaseStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const beat = (member: string, held: readonly PartitionLease[] = []) =>
    leases.heartbeat(
      member,
      held.map((lease) => ({ ...lease, load: 5, listeningSince: NOW, processedUntil: now, reportedAt: now })),
      PARTITIONS,
    );
  /** Makes all leases and memberships expire. */
  const expire = async (): Promise<void> => {
    now += 10 * SECOND_MS;
    await database.write(async (transaction) => {
      await transaction.query("update partition_lease set expires_at = 1");
      await transaction.query("update worker_member set seen_at = 1");
    });
  };

  it("have expired where they end an hour ahead, since the clock was set back", async () => {
    await beat("dead");
    await leases.acquire("dead", [0]);
    await database.write(async (transaction) => {
      await transaction.query(`update partition_lease set expires_at = expires_at + ${HOUR_MS}`);
      await transaction.query(`update worker_member set seen_at = seen_at + ${HOUR_MS}`);
    });
    const { members, partitions } = await beat("two");
    expect(members).to.deep.equal(["two"]);
    expect(partitions[0]).to.include({ owner: "dead", isExpired: true });
    expect(await leases.acquire("two", [0])).to.deep.equal([{ partition: 0, epoch: 2 }]);
  });

  it("store the assignment that the coordinator made", async () => {
    await beat("one");
    await leases.assign(new Map([[1, "two"]]));
    expect((await beat("one")).partitions.map(({ target }) => target)).to.deep.equal([null, "two", null, null]);
  });

  it("tell up to when ingest processes have published all, also of one that reports no more", async function () {
    const { target } = store;
    if (target.kind !== "postgres") this.skip();
    const publishedUntil = async (): Promise<number | null> => (await beat("one")).publishedUntil;
    /** The last report is older by so much. */
    const age = (ms: number): Promise<unknown> =>
      database.write((transaction) =>
        transaction.query(`update unpublished_telemetry set oldest_at = oldest_at - ${ms}, seen_at = seen_at - ${ms}`),
      );
    const intake = await openPostgresIntake(target.url);
    try {
      expect(await publishedUntil(), "no process").to.equal(null);
      await intake.reportUnpublished("a", undefined);
      const reported = (await publishedUntil()) as number;
      expect(Date.now() - reported, "nothing waits").to.be.below(MINUTE_MS);
      await age(9 * MINUTE_MS);
      expect(await publishedUntil(), "it may have accepted something since").to.equal(reported - 9 * MINUTE_MS);
      await age(2 * MINUTE_MS);
      expect(await publishedUntil(), "it doesn't come back").to.equal(null);

      await intake.reportUnpublished("a", reported - SECOND_MS);
      await age(HOUR_MS);
      expect(await publishedUntil(), "it left something behind").to.equal(reported - SECOND_MS - HOUR_MS);
      await intake.endReports("a");
      expect(await publishedUntil(), "it ended in order").to.equal(null);
    } finally {
      await intake.close();
    }
  });

  it("aren't taken from a holder in the middle of a transaction that it began under them", async function () {
    if (database.kind !== "postgres") this.skip();
    await beat("one");
    const held = await leases.acquire("one", [0]);
    const other = await store.openDatabase();
    const taken = await other.write(async (transaction) => {
      expect(await holdLeases(transaction, held)).to.equal(true);
      await expire();
      return leases.acquire("two", [0]);
    });
    expect(taken).to.deep.equal([]);
    expect(await leases.acquire("two", [0])).to.deep.equal([{ partition: 0, epoch: 2 }]);
  });
});
