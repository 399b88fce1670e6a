import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { normalise } from "../../src/ingest/normalise.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { listRejectedEvents, type RejectedEvent } from "../../src/model/batch-codec.ts";
import { clock, damagedRow } from "./damaged-row.ts";

const rejected = (batch: AcceptedBatch): RejectedEvent => listRejectedEvents(batch)[0] as RejectedEvent;

describe("a damaged row of the embedded queue", () => {
  const world = damagedRow();

  it("is a dead letter of the organization that it names, with all that can be read of it", () => {
    world.damage(world.withoutTime);
    const rows = world.queue.read(0, 100);
    expect(rows.map(({ position }) => position)).to.deep.equal([1, 2, 3]);
    expect(world.middle()).to.deep.include({
      organizationId: "acme",
      kind: "rejected",
      receivedAt: clock.now(),
      count: 1,
    });
    expect(rejected(world.middle()).payload).to.contain('"message":"second"');
    expect(rejected(world.middle()).reason).to.contain("damaged");
  });

  it("says why it can't be read, whichever bit of the body has tipped", () => {
    const element = { service: "shop", level: "info", message: "kept", timestamp: "2026-11-21T12:00:00Z" };
    const whole = Buffer.from(JSON.stringify([element]));
    const reasons = new Set<string>();
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const body = Buffer.from(whole);
      body[bit >> 3] = (body[bit >> 3] as number) ^ (1 << (bit & 7));
      try {
        normalise({ ...world.good, count: 1, body });
      } catch (error) {
        reasons.add((error as Error).message);
      }
    }
    for (const reason of reasons)
      expect(reason).to.match(/^The batch can't be read: .+ damaged after it was accepted\.$/);
    for (const name of ["service", "level", "message"]) {
      expect([...reasons].join()).to.include(`element 0 has no string named ${name}`);
    }
  });

  it("is shown to nobody where it names no organization, but kept and told of", () => {
    const damaged = world.damage((payload) => payload.fill(0xff, 0, 80));
    expect(world.middle()).to.deep.include({ organizationId: "default", kind: "rejected", receivedAt: clock.now() });
    expect(rejected(world.middle()).payload).to.equal(null);
    const [file, ...others] = readdirSync(`${world.path}.damaged`);
    expect(others).to.deep.equal([]);
    expect(readFileSync(join(`${world.path}.damaged`, file ?? ""))).to.deep.equal(damaged);
    expect(world.lines.join()).to.contain(file).and.not.to.contain("second");
  });

  it("takes no organization from what a sender wrote", () => {
    world.damage(() => Buffer.from('[{"message":"{\\"v\\":1"},{"organizationId":"victim"}]'));
    expect(world.middle().organizationId).to.equal("default");
  });
});
