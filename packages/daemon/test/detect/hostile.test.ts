import { expect } from "chai";
import { createWorld, error, log, metric, minutes, repeat, START } from "./support.ts";

const names = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  " ",
  "a\nb",
  "\u202egnp.exe",
  "*",
  "🔥".repeat(200),
];
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/;

describe("hostile telemetry", () => {
  it("may be named as it likes: service, metric, label", () => {
    for (const name of names) {
      const world = createWorld();
      const labels = JSON.parse(`{"__proto__": "x", ${JSON.stringify(name)}: ${JSON.stringify(name)}}`) as Record<
        string,
        string
      >;
      const points = repeat(30, (index) =>
        metric(START + index * 30_000, 99, { service: name, name: `cpu${name}`, unit: "percent", labels }),
      );
      const found = [
        ...world.live(points),
        ...world.send(repeat(60, () => error(START + minutes(15), { service: name }))),
      ];
      expect(found.map((one) => one.ruleId)).to.include.members(["cpu-high", "log-error-burst"]);
      for (const one of found) {
        expect(one.service).to.equal(name);
        expect(one.title).to.not.match(CONTROL);
        expect([...one.title].length).to.be.at.most(200);
        expect(one.title.isWellFormed()).to.equal(true);
      }
    }
    expect(({} as Record<string, unknown>)["x"]).to.equal(undefined);
  });

  it("may hold long lines, control characters and what breaks bad regular expressions", () => {
    const bombs = [
      "a".repeat(262_144),
      "1".repeat(262_144),
      "/".repeat(262_144),
      "a=".repeat(131_072),
      `${"(".repeat(131_072)}${")".repeat(131_072)}`,
      ` ${"\t ".repeat(131_071)}`,
      "\u0000\u001b[31m\u202e".repeat(1000),
      `${"0x".repeat(100_000)}!`,
      `${"a1-".repeat(80_000)}@`,
      "\ud800".repeat(100_000),
    ];
    const world = createWorld();
    for (let round = 0; round < 10; round++) {
      for (const message of bombs)
        world.send([log(START, { level: "fatal", message: message + round })], START + minutes(round));
    }
    expect(world.state().length).to.be.lessThan(30_000);
    const [found] = createWorld().send([log(START, { level: "fatal", message: bombs[6] as string })]);
    expect(`${found?.title}${found?.description}`).to.not.match(CONTROL);
  });

  it("may hold values that are no numbers to reckon with", () => {
    const world = createWorld();
    for (const value of [Number.NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324, -0]) {
      world.live(repeat(200, (index) => metric(START + minutes(index), value, { name: "depth", unit: "count" })));
    }
    world.restart();
    expect(() => world.send([metric(START + minutes(300), 1, { name: "depth" })])).to.not.throw();
  });

  it("may hold metadata of any shape", () => {
    const shapes: unknown[] = [
      { env: { a: 1 } },
      { env: 7 },
      { env: "x".repeat(1e5) },
      { environment: "  " },
      { env: null, environment: "qa" },
    ];
    const found = shapes.map(
      (metadata) =>
        createWorld().send([log(START, { level: "fatal", metadata: metadata as Record<string, unknown> })])[0],
    );
    expect(found.map((one) => one?.environment)).to.deep.equal([null, null, null, null, "qa"]);
  });
});
