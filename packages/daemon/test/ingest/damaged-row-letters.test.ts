import { join } from "node:path";
import { expect } from "chai";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { encodeBatch, identityOf } from "../../src/model/batch-codec.ts";
import { batchOf } from "../support/worker.ts";
import { damagedRow } from "./damaged-row.ts";

describe("the dead letter of a damaged row", () => {
  const world = damagedRow();

  it("is the same letter for the worker, for the relay, and whenever it is read again; it is told of once", async () => {
    world.damage(world.withoutTime);
    const deliveries = await world.handedOver(3);
    expect(world.reported).to.equal(1);
    expect(world.lines.filter((line) => line.includes("damaged"))).to.have.length(1);
    for (const batches of deliveries) {
      expect(batches).to.have.length(3);
      expect(batches[1]).to.deep.equal(world.middle());
    }
    world.queue.close();
    world.queue = world.open();
    expect(identityOf(world.middle())).to.equal(identityOf(deliveries[0]?.[1] as AcceptedBatch));
  });

  it("is another letter than the row of that number in another queue", async () => {
    const second = join(world.folder, "another.db");
    const another = world.open(second);
    await another.append([batchOf(["before"]), world.good]);
    for (const file of [world.path, second]) world.damage(world.withoutTime, file);
    expect(identityOf(world.middle(another))).not.to.equal(identityOf(world.middle()));
    another.close();
  });

  it("is found by each field that a header can lose", () => {
    const broken: readonly Partial<Record<keyof AcceptedBatch, unknown>>[] = [
      { id: "7" },
      { organizationId: "no organization" },
      { kind: "rumour" },
      { format: "csv" },
      { receivedAt: null },
      { count: 0 },
      { places: [1, -1] },
    ];
    for (const change of broken) {
      world.damage(() => encodeBatch({ ...world.good, ...change } as AcceptedBatch));
      expect(world.middle().kind, JSON.stringify(change)).to.equal("rejected");
    }
  });
});
