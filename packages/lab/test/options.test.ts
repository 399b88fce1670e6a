import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/${name}.mjs`, import.meta.url).href);
const { HELP, readOptions } = await script("options");

describe("What the evaluation is read", () => {
  it("is all sets and the days as they are where nothing is said", () => {
    expect(readOptions([])).to.deep.include({ only: undefined, shape: {}, json: false, write: false });
  });

  it("are sets by name, and generated days by seed, length and size", () => {
    const read = readOptions("--only healthy,faults --seeds 4,5 --days 0.5 --warm-up 2 --services 8 --json".split(" "));
    expect(read).to.deep.include({
      only: ["healthy", "faults"],
      shape: { seeds: [4, 5], days: 0.5, warmUpDays: 2, services: 8 },
      json: true,
    });
  });

  it("is refused by name where a day isn't one, a flag isn't known, or the page would be written of other days", () => {
    for (const [words, complaint] of [
      ["--seeds 1,x", '--seeds takes whole numbers above 0, and got "x".'],
      ["--services 2.5", "--services takes whole numbers"],
      ["--days 0", "--days takes a number above 0"],
      ["--onyl nab", "--onyl"],
      ["--write --seeds 4", "--write wants the days as they are"],
    ])
      expect(() => readOptions(words?.split(" ")), words).to.throw(complaint);
  });

  it("stands in its help, flag by flag", () => {
    for (const flag of ["only", "details", "json", "predictions", "write", "seeds", "days", "warm-up", "services"])
      expect(HELP).to.include(`--${flag}`);
  });
});
