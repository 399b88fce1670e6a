import { expect } from "chai";
import type { PartitionLeaseStore } from "../../src/consumer-group/lease-store.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import type { PartitionLease } from "../../src/model/partition.ts";
import { createPartitionLeaseStore } from "../../src/store/partitions/partition-leases.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { NOW } from "./samples.ts";

const PARTITIONS = 4;

onEachEngine("Partition leases", (fresh) => {
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
  const owners = async (): Promise<(string | null)[]> => (await beat("looking")).partitions.map(({ owner }) => owner);

  it("are free at first, and belong to the one who takes them until they are released", async () => {
    await beat("one");
    const taken = await leases.acquire("one", [0, 2]);
    expect(taken).to.have.deep.members([
      { partition: 0, epoch: 1 },
      { partition: 2, epoch: 1 },
    ]);
    expect(await leases.acquire("two", [0, 1])).to.deep.equal([{ partition: 1, epoch: 1 }]);
    await leases.release("one", taken);
    expect(await owners()).to.deep.equal([null, "two", null, null]);
  });

  it("are taken over under a higher epoch once their holder was silent for too long", async () => {
    await beat("one");
    const [lease] = (await leases.acquire("one", [0])) as [PartitionLease];
    await expire();
    expect(await leases.acquire("two", [0])).to.deep.equal([{ partition: 0, epoch: 2 }]);
    const { partitions } = await beat("one", [lease]);
    expect(partitions[0]).to.include({ owner: "two", epoch: 2, load: 0 });
  });

  it("keep what their holders reported, for the next one", async () => {
    await beat("one");
    const held = await leases.acquire("one", [0]);
    now += SECOND_MS;
    await beat("one", held);
    const { partitions } = await beat("two");
    expect(partitions[0]).to.include({ load: 5, listeningSince: NOW, processedUntil: now, reportedAt: now });
  });

  it("go to one of several members that want them at the same moment", async () => {
    await beat("one");
    const all = Array.from({ length: PARTITIONS }, (_, partition) => partition);
    const taken = await Promise.all(["one", "two", "three"].map((member) => leases.acquire(member, all)));
    const epochs = taken.flat().map(({ partition, epoch }) => `${partition}:${epoch}`);
    expect(new Set(epochs).size).to.equal(epochs.length);
    expect(taken.flat()).to.have.lengthOf(PARTITIONS);
  });

  it("name the members whose heartbeat is recent, in one order for all", async () => {
    await beat("b");
    expect((await beat("a")).members).to.deep.equal(["a", "b"]);
    await leases.leave("b");
    expect((await beat("a")).members).to.deep.equal(["a"]);
    await beat("c");
    await expire();
    expect((await beat("a")).members).to.deep.equal(["a"]);
  });
});
