import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { crashingStarts, type Fate } from "./crashing-starts.ts";

describe("a start that counts no crash", () => {
  const world = crashingStarts();

  it("is not looked for where the daemon was stopped in order", async () => {
    await world.append("one", "two");
    for (let round = 0; round < 6; round++) await (await world.start(() => "dies")).source.close();
    expect(new Set(world.starts.flat())).to.deep.equal(new Set(["one two…"]));
  });

  it("is not looked for where each start came further than the one before", async () => {
    for (let round = 0; round < 6; round++) {
      let deliveries = 0;
      await world.append(`a${round}`, `b${round}`);
      const dyingAtTheSecond = (): Fate => {
        deliveries += 1;
        if (deliveries === 1) void world.append("c");
        return deliveries === 1 ? "goes on" : "dies";
      };
      await world.start(dyingAtTheSecond, () => false);
    }
    expect(world.starts.map(([first]) => first)).to.deep.equal([
      "a0 b0",
      "c a1 b1",
      "c a2 b2",
      "c a3 b3",
      "c a4 b4",
      "c a5 b5",
    ]);
    expect(world.deadLetters).to.deep.equal([]);
  });

  it("is not looked for in another queue's file", async () => {
    await world.append("fatal", "good");
    for (let round = 0; round < 4; round++) await world.start(world.fatal);
    world.queue.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${world.path}${suffix}`, { force: true });
    world.open();
    await world.append("new", "newer");
    await world.start(world.fatal);
    expect(world.starts.at(-1)).to.deep.equal(["new newer"]);
  });

  it("costs one note a start, however much is delivered", async () => {
    const notes = new Set<string>();
    const moreAndMore = (): Fate => {
      notes.add(readFileSync(`${world.path}.starts`, "utf8"));
      void world.append("more");
      return "goes on";
    };
    await world.append("first");
    await world.start(moreAndMore, () => world.handled.length > 20);
    expect(notes.size).to.equal(1);
  });

  it("is looked for anew where the note of it is damaged", async () => {
    await world.append("fatal", "good");
    for (let round = 0; round < 4; round++) await world.start(world.fatal);
    writeFileSync(`${world.path}.starts`, "{");
    await world.start(world.fatal);
    expect(world.starts.at(-1)).to.deep.equal(["fatal good…"]);
  });
});
