import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type EmbeddedQueue, openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { batchOf } from "../support/worker.ts";

const LANES = ["acme", "other"];

describe("The embedded queue whose removal of rows fails between two of them", () => {
  let folder: string;
  let queue: EmbeddedQueue;
  /** The row of the second organization can't be removed: the first one's removal is rolled back with it. */
  const refuse = (sql: string): void => {
    const database = new Database(join(folder, "queue.db"));
    database.exec(sql);
    database.close();
  };
  const failing = (): void =>
    refuse(`create trigger disk_is_full before delete on batch when old.organization_id = 'other'
      begin select raise(rollback, 'database or disk is full'); end`);
  const recovered = (): void => refuse("drop trigger disk_is_full");
  beforeEach(async () => {
    folder = temporaryFolder();
    queue = openEmbeddedQueue({ path: join(folder, "queue.db"), clock: { now: () => Date.now() }, bytesMax: 2 ** 30 });
    for (const organizationId of LANES) await queue.append([{ ...batchOf(["one", "two"]), organizationId }]);
  });
  afterEach(() => {
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectAllWaits = (): void => {
    expect(queue.depth()).to.equal(4);
    expect(queue.lanes()).to.deep.equal(LANES);
    expect(LANES.map((lane) => queue.holds(lane))).to.deep.equal([true, true]);
    expect(queue.waitingOf("acme")).to.equal(2);
  };
  const expectNothingWaits = (): void => {
    expect(queue.depth()).to.equal(0);
    expect(queue.holds()).to.equal(false);
    expect(queue.read(0, 10)).to.deep.equal([]);
  };

  const removals: Readonly<Record<string, () => unknown>> = {
    trim: () => queue.trim(2),
    trimLanes: () => queue.trimLanes(new Map(LANES.map((lane, index) => [lane, index + 1]))),
  };
  for (const [name, remove] of Object.entries(removals)) {
    it(`counts what still lies in it, and nothing once it is removed, with ${name}`, () => {
      failing();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(remove).to.throw("disk is full");
        expectAllWaits();
      }
      recovered();
      remove();
      expectNothingWaits();
    });
  }

  it("removes what is published as soon as it can, without publishing it again", () => {
    const ready = queue.next(100, () => false);
    failing();
    expect(() => queue.published(ready)).to.throw("disk is full");
    expectAllWaits();
    expect(() => queue.next(100, () => false)).to.throw("disk is full");
    recovered();
    expect(queue.next(100, () => false)).to.deep.equal([]);
    expectNothingWaits();
  });
});
