import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import { archiveSegmentWorld, storedAndAsked } from "./archive-segment-world.ts";
import { ACME, log, NOW } from "./samples.ts";

const KIB = 1024;

describe("The content of the archive's segments", () => {
  const world = archiveSegmentWorld();

  it("hold a redelivered record once, also where a segment was cut or the daemon started anew in between", async () => {
    const first = uuidv7(NOW);
    const records = Array.from({ length: 3000 }, (_, n) =>
      log({ id: idAfter(first, n), timestamp: NOW - HOUR_MS + n * 1000, message: `order ${n} ${"x".repeat(100)}` }),
    );
    let archive = world.open({ segmentBytes: 64 * KIB });
    for (let n = 0; n < records.length; n += 100) await archive.add(records.slice(n, n + 100));
    expect(world.segments().length).to.be.above(3);
    for (let n = 0; n < records.length; n += 500) await archive.add(records.slice(n, n + 500));
    await world.close(archive);
    archive = world.open({ segmentBytes: 64 * KIB });
    await archive.add([...records].reverse());
    expect(await world.allIds(archive, { limit: 1000 })).to.deep.equal(records.map(({ id }) => id).reverse());
  });

  it("are not cut where most of the day lies behind the cut, and lose nothing then", async () => {
    const archive = world.open({ segmentBytes: 64 * KIB });
    const records = Array.from({ length: 24_000 }, (_, n) => log({ timestamp: NOW - n * 1000 }));
    for (let n = 0; n < records.length; n += 1000) await archive.add(records.slice(n, n + 1000));
    expect(await world.allIds(archive, { limit: 1000 })).to.have.length(records.length);
  });

  it("answer the same as a look at every record, whatever was stored and asked", async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(storedAndAsked, async (given) => {
      await world.checkAnswers(given);
      for (const archive of world.opened) await archive.close();
      world.opened = [];
      rmSync(world.folder, { recursive: true, force: true });
      world.folder = mkdtempSync(join(tmpdir(), "tocsin-test-segments-"));
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("give the same sample as one file does", async () => {
    const first = uuidv7(NOW);
    const midnight = Date.parse("2026-11-21T00:00:00Z");
    const records = Array.from({ length: 8000 }, (_, n) =>
      log({ id: idAfter(first, n), level: "error", timestamp: midnight + (n - 4000) * 100 }),
    );
    const query = { service: "checkout", levels: ["error" as const], from: midnight - 300_000, step: MINUTE_MS };
    const samples = [];
    for (const now of [Date.parse("1900-01-01T00:00:00Z"), NOW]) {
      const archive = world.open({ segmentBytes: 256 * KIB }, now);
      for (let n = 0; n < records.length; n += 500) await archive.add(records.slice(n, n + 500));
      samples.push(await archive.sample(ACME, { ...query, steps: 10, most: 500, among: 8000 }));
      expect(world.segments().length).to.satisfy((count: number) => (now === NOW ? count > 4 : count === 0));
      await world.close(archive);
      if (now !== NOW) rmSync(join(world.folder, "events.db"));
    }
    expect(samples[0]).to.have.length.within(400, 600);
    expect(samples[1]).to.deep.equal(samples[0]);
  });
});
