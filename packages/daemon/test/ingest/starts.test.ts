import { expect } from "chai";
import { crashingStarts } from "./crashing-starts.ts";

describe("an event of the embedded queue that ends the process", () => {
  const world = crashingStarts();

  it("is handed over alone from the third start on, and is a dead letter at the fifth", async () => {
    await world.append("fatal", "good", "better");
    while ((await world.start(world.fatal)).fate === "dies");
    expect(world.starts).to.deep.equal([
      ["fatal good better…"],
      ["fatal good better…"],
      ["fatal…"],
      ["fatal…"],
      ["dead: fatal", "good", "better"],
    ]);
    expect(world.deadLetters).to.have.length(1);
    expect(world.deadLetters[0]).to.deep.include({ kind: "log", attempts: 4 });
    expect(world.deadLetters[0]?.reason).to.contain("ends the daemon");
  });

  it("is found among others that came with it, which are handled once and in order", async () => {
    const names = Array.from({ length: 30 }, (_, index) => (index === 20 ? "fatal" : `event-${index}`));
    await world.append(...names);
    while ((await world.start(world.fatal)).fate === "dies");
    expect(world.handled).to.deep.equal(names.map((name) => (name === "fatal" ? "dead: fatal" : name)));
    expect(world.starts.length).to.be.below(8);
    await world.append("later", "and later");
    await world.start(world.fatal);
    expect(world.starts.at(-1), "what comes after is not suspected").to.deep.equal(["later and later"]);
  });

  it("is told from the next one of its kind, which has tries of its own", async () => {
    await world.append("fatal", "fatal");
    while ((await world.start(world.fatal)).fate === "dies");
    expect(world.deadLetters.map(({ attempts }) => attempts)).to.deep.equal([4, 4]);
  });
});
