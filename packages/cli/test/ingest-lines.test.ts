import { expect } from "chai";
import { batches } from "../src/ingest/batches.ts";
import { splitLines } from "../src/ingest/split-lines.ts";
import { collect } from "../src/query/pages.ts";

async function* from<Item>(...items: Item[]): AsyncGenerator<Item, void, undefined> {
  yield* items;
}

describe("lines", () => {
  const linesOf = async (longest: number, ...chunks: (string | Uint8Array)[]) => {
    const found = await collect(splitLines(from(...chunks), longest));
    return {
      lines: found.flatMap(({ lines }) => lines.map(({ number, text }) => `${number} ${text}`)),
      tooLong: found.flatMap(({ tooLong }) => tooLong),
    };
  };

  it("are joined over chunks and numbered as in the input, and the last one needs no line end", async () => {
    expect(await linesOf(100, "a", "b\nc\r\n", "\n  \nd")).to.deep.equal({
      lines: ["1 ab", "2 c", "5 d"],
      tooLong: [],
    });
  });

  it("keep characters whose bytes are in two chunks", async () => {
    const bytes = new TextEncoder().encode("grün\n");
    expect(await linesOf(100, bytes.slice(0, 3), bytes.slice(3))).to.deep.equal({
      lines: ["1 grün"],
      tooLong: [],
    });
  });

  it("are dropped and counted once if they are too long", async () => {
    expect(await linesOf(4, "\nabcde\nok\n")).to.deep.equal({ lines: ["3 ok"], tooLong: [2] });
    expect(await linesOf(4, "abc", "def", "ghi", "j\nok\n")).to.deep.equal({ lines: ["2 ok"], tooLong: [1] });
    expect(await linesOf(4, "abcdefg", "h")).to.deep.equal({ lines: [], tooLong: [1] });
  });
});

describe("batches", () => {
  const limits = { count: 3, size: 100, waitMs: 60_000 };
  const sizeOf = (text: string) => text.length;

  it("are full except the last one", async () => {
    expect(await collect(batches(from(["a", "b"], ["c", "d", "e", "f", "g"]), limits, sizeOf))).to.deep.equal([
      ["a", "b", "c"],
      ["d", "e", "f"],
      ["g"],
    ]);
  });

  it("stay below the maximum size", async () => {
    expect(await collect(batches(from(["x".repeat(60), "y".repeat(60), "z"]), limits, sizeOf))).to.deep.equal([
      ["x".repeat(60)],
      ["y".repeat(60), "z"],
    ]);
  });

  it("are sent after the maximum wait", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow() {
      yield ["a"];
      await promise;
      yield ["b"];
    }
    const iterator = batches(slow(), { ...limits, waitMs: 5 }, sizeOf);
    expect((await iterator.next()).value).to.deep.equal(["a"]);
    resolve();
    expect((await iterator.next()).value).to.deep.equal(["b"]);
    expect((await iterator.next()).done).to.equal(true);
  });

  it("apply back-pressure to the source", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 3;
        yield ["a", "b", "c"];
      }
    }
    const iterator = batches(endless(), limits, sizeOf);
    for (let taken = 1; taken <= 5; taken += 1) {
      await iterator.next();
      for (let tick = 0; tick < 20; tick += 1) await new Promise(setImmediate);
      expect(read).to.be.at.most(3 * (taken + 1));
    }
    await iterator.return();
  });

  it("fail with the failure of the source", async () => {
    async function* failing(): AsyncGenerator<string[], void, undefined> {
      yield ["a"];
      throw new Error("broken pipe");
    }
    expect(await collect(batches(failing(), limits, sizeOf)).catch((error: Error) => error.message)).to.equal(
      "broken pipe",
    );
  });
});
