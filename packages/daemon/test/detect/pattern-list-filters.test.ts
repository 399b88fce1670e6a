import { expect } from "chai";
import { namesOf } from "../../src/detect/state/list-templates.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Scope } from "../../src/model/scope.ts";
import { listedPatterns, NOW, pattern, scope } from "./listed-patterns.ts";

describe("the filters of the list of patterns", () => {
  const world = listedPatterns();

  it("narrows by level and time, and by the environment that nobody named", async () => {
    const stored = [
      pattern("0000000a", { levels: [0, 5, 1, 0, 0] }),
      pattern("0000000b", { lastAt: NOW - 5 * MINUTE_MS }),
      pattern("0000000c", {}, { environment: "" }),
      pattern("0000000d", {}, { environment: "*" }),
    ];
    expect(await world.idsOf(stored, { level: "warn" })).to.deep.equal(["0000000a"]);
    expect(await world.idsOf(stored, { since: NOW - MINUTE_MS })).to.not.include("0000000b");
    expect(await world.idsOf(stored, { environment: "unknown" })).to.deep.equal(["0000000c", "0000000d"]);
  });

  it("has a pattern once, whichever ways its environment is unknown", async () => {
    const stored = ["", "*", "unknown"].map((environment) => pattern("0000000a", {}, { environment }));
    const { patterns } = await world.list(stored, { environment: "unknown", limit: 1 });
    expect(patterns.map(({ environment, count }) => ({ environment, count }))).to.deep.equal([
      { environment: "unknown", count: 30 },
    ]);
    expect((await world.list(stored, { limit: 1 })).cursor).to.equal(undefined);
  });

  it("knows all names of a pattern by any of them, within its service", async () => {
    const store = {
      ofService: async (_: Scope, service: string) =>
        service === "checkout" ? [pattern("0000000a", { aliases: ["0000000b", "0000000c"] }), pattern("0000000d")] : [],
    };
    for (const name of ["0000000a", "0000000c"])
      expect(await namesOf(store, scope, "checkout", name)).to.have.members(["0000000a", "0000000b", "0000000c"]);
    expect(await namesOf(store, scope, "checkout", "0000000d")).to.deep.equal(["0000000d"]);
    expect(await namesOf(store, scope, "cart", "0000000b")).to.deep.equal(["0000000b"]);
  });

  it("refuses a cursor that no page ended with", async () => {
    for (const cursor of ["", "x", "1.2.3", "1.0000000a", "-1.0000000a.", `1.0000000a.${"ü"}`, "9".repeat(400)]) {
      const refused = await world.list([pattern("0000000a")], { cursor }).catch((error: unknown) => error);
      expect(refused, cursor).to.be.an("error").with.property("message").that.contains("cursor");
    }
  });
});
