import { expect } from "chai";
import fc from "fast-check";
import { idAfter, isUuid, uuidv7 } from "../../src/kernel/ids.ts";

const LATEST_MS = 2 ** 48 - 1;

describe("the ids of events", () => {
  it("are UUIDs of version 7 that hold their millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LATEST_MS }), (ms) => {
        const id = uuidv7(ms);
        expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).to.equal(ms);
        expect(isUuid(id)).to.equal(true);
      }),
    );
  });

  it("sort as their milliseconds do", () => {
    const time = fc.integer({ min: 0, max: LATEST_MS });
    fc.assert(
      fc.property(time, time, (a, b) => {
        if (a !== b) expect(uuidv7(a) < uuidv7(b)).to.equal(a < b);
      }),
    );
  });

  it("don't repeat within a millisecond", () => {
    expect(new Set(Array.from({ length: 50_000 }, () => uuidv7(1))).size).to.equal(50_000);
  });

  it("of a batch are counted up from its first: all different, growing, and still UUIDs", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: LATEST_MS }),
        fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 20 }),
        (ms, offsets) => {
          const first = uuidv7(ms);
          const sorted = [...new Set([0, ...offsets])].sort((a, b) => a - b);
          const ids = sorted.map((offset) => idAfter(first, offset));
          expect(ids).to.deep.equal([...ids].sort());
          expect(new Set(ids).size).to.equal(ids.length);
          expect(ids[0]).to.equal(first);
          for (const id of ids) expect(isUuid(id) && id.slice(0, 28) === first.slice(0, 28)).to.equal(true);
        },
      ),
    );
  });

  it("are told from other texts", () => {
    for (const text of [
      "",
      "x",
      "01900000-0000-7000-8000-00000000000",
      "01900000-0000-7000-8000-0000000000000",
      "01900000-0000-7000-8000-00000000000g",
      "01900000-0000-7000-8000-000000000000\n",
    ]) {
      expect(isUuid(text), JSON.stringify(text)).to.equal(false);
    }
  });
});
