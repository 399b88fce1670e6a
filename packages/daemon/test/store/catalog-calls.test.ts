import { expect } from "chai";
import fc from "fast-check";
import { CALLS_DEEP_MAX, walkDownstream } from "../../src/catalog/downstream.ts";
import type { Scope } from "../../src/model/scope.ts";
import { catalogWorld } from "./catalog-world.ts";
import { onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Calls in the service catalog", (fresh) => {
  const world = catalogWorld(fresh);

  it("walks downstream through a diamond, a cycle and an edge to itself, each service once", async () => {
    await world.calls("shop", ["left", "right"]);
    await world.calls("left", ["bottom"]);
    await world.calls("right", ["bottom", "shop"]);
    await world.calls("bottom", ["left", "deep"]);
    await world.catalog.setDependencies(ACME, "deep", ["deep"], NOW);
    expect(await world.reached("shop")).to.deep.equal({ left: 1, right: 1, bottom: 2, deep: 3 });
    const { edgesTo } = await walkDownstream(world.catalog, ACME, ["shop"], 100);
    expect(Object.fromEntries(edgesTo)).to.deep.equal({ left: 2, right: 1, bottom: 2, deep: 2 });
    expect(await world.reached("nobody")).to.deep.equal({});
    expect((await walkDownstream(world.catalog, ACME, [], 100)).calls.size).to.equal(0);
  });

  it("ends a walk at its bound with the nearest services, and says so", async () => {
    await world.calls("a", ["b", "c"]);
    await world.calls("b", ["d"]);
    const cut = await walkDownstream(world.catalog, ACME, ["a"], 2);
    expect([...cut.calls.keys()]).to.deep.equal(["b", "c"]);
    expect(cut.cutOff).to.equal(true);
    expect((await walkDownstream(world.catalog, ACME, ["a"], 3)).cutOff).to.equal(false);
  });

  it("counts callers of callers once each, around cycles too, up to a bound, by an index", async () => {
    await world.calls("web", ["cart", "checkout"]);
    await world.calls("cart", ["checkout", "cart"]);
    await world.calls("checkout", ["web", "ledger"]);
    await world.calls("theirs", ["checkout"], OTHER);
    const of = (name: string, most = 100) => world.catalog.countUpstream(ACME, [name], most);
    expect([await of("checkout"), await of("ledger"), await of("nowhere")]).to.deep.equal([2, 3, 0]);
    expect([await of("ledger", 2), await of("ledger", 3)]).to.deep.equal([2, 3]);
    const queries = await queriesOf(world.database, () => of("checkout"));
    expect(queries[0]?.plan).to.contain("catalog_entry_by_deployment");
    const walks = queries.filter(({ sql }) => sql.includes("catalog_edge"));
    expect(walks).to.have.length.at.least(2);
    for (const { plan } of walks) {
      expect(plan)
        .to.contain("catalog_edge_")
        .and.to.not.match(/SCAN edge|Seq Scan on catalog_edge/);
    }
  });

  it("ends a walk after so many calls in a row, and says so", async () => {
    const graph = { calledBy: async (_scope: Scope, [service]: readonly string[]) => new Map([["", [`${service}+`]]]) };
    const endless = await walkDownstream({ ...world.catalog, ...graph }, ACME, ["a"], 5000);
    expect([endless.calls.size, endless.cutOff]).to.deep.equal([CALLS_DEEP_MAX, true]);
  });

  it("reaches what the transitive closure of any graph holds", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const graphs = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(graphs, async (edges) => {
        for (const name of names) {
          await world.calls(
            name,
            edges.filter(([from]) => from === name).map(([, to]) => to),
          );
        }
        const closure = new Set(["a"]);
        for (const _ of names) for (const [from, to] of edges) if (closure.has(from)) closure.add(to);
        closure.delete("a");
        expect(Object.keys(await world.reached("a")).sort()).to.deep.equal([...closure].sort());
      }),
      { numRuns: 12 },
    );
  });
});
