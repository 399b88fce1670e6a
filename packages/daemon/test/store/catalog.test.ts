import { expect } from "chai";
import fc from "fast-check";
import {
  type CatalogStore,
  putEntry,
  removeEntry,
  renameEntry,
  setDependencies,
} from "../../src/catalog/change-catalog.ts";
import { CALLS_DEEP_MAX, walkDownstream } from "../../src/catalog/downstream.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { CATALOG_EDGES_MAX, CATALOG_ENTRIES_MAX } from "../../src/model/record-limits.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The service catalog", (fresh) => {
  let store: Fresh;
  let database: Database;
  let catalog: CatalogStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    catalog = createCatalogStore(database);
  });
  afterEach(() => store.drop());

  const put = (name: string, ownerTeam = "payments", scope = ACME) =>
    putEntry(catalog, scope, name, { ownerTeam, tier: "tier-1" }, NOW);
  const calls = (name: string, dependencies: readonly string[], scope = ACME) =>
    setDependencies(catalog, scope, name, dependencies, NOW);
  const reached = async (from: string, most = 100): Promise<Record<string, number>> =>
    Object.fromEntries((await walkDownstream(catalog, ACME, [from], most)).calls);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  /** Runs the insert with a table n, whose i counts from 0. */
  const fill = (rows: number, insert: string): Promise<unknown> =>
    database.write((transaction) =>
      transaction.query(
        insert.replace(
          " select ",
          ` with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1}) select `,
        ),
      ),
    );

  it("keeps an entry as it was given, trimmed, and lists by name", async () => {
    const slo = { objectivePct: 99.95, windowDays: 28 };
    const given = {
      ownerTeam: " pay ments ",
      tier: "tier-0",
      escalationPolicy: "ü",
      environment: " prod ",
      slo,
    } as const;
    const sent = { ...given, slo: { ...slo, beside: "x".repeat(1000) }, organizationId: "other" };
    const entry = await putEntry(catalog, ACME, " Zahlung ", sent, NOW);
    expect(entry).to.deep.equal({
      serviceName: "Zahlung",
      ownerTeam: "pay ments",
      tier: "tier-0",
      escalationPolicy: "ü",
      environment: "prod",
      slo,
      dependencies: [],
      updatedAt: NOW,
    });
    await put("__proto__");
    await put("a'b");
    expect(await catalog.entry(ACME, "Zahlung")).to.deep.equal(entry);
    expect((await catalog.list(ACME)).map(({ serviceName }) => serviceName)).to.deep.equal([
      "Zahlung",
      "__proto__",
      "a'b",
    ]);
  });

  it("replaces an entry whole and keeps what the service calls, in the order given", async () => {
    await calls("api", [" zoo", "auth", "zoo ", "api", "db"]);
    expect(await catalog.entry(ACME, "api")).to.equal(undefined);
    await putEntry(
      catalog,
      ACME,
      "api",
      { ownerTeam: "a", tier: "tier-0", escalationPolicy: "p", environment: "e" },
      NOW,
    );
    const replaced = await putEntry(catalog, ACME, "api", { ownerTeam: "b", tier: "tier-2" }, NOW + 5);
    expect(replaced).to.deep.include({ ownerTeam: "b", escalationPolicy: null, environment: null, slo: null });
    expect(replaced.dependencies).to.deep.equal(["zoo", "auth", "db"]);
    await setDependencies(catalog, ACME, "api", ["one"], NOW + 9);
    expect(await catalog.entry(ACME, "api")).to.deep.include({ dependencies: ["one"], updatedAt: NOW + 9 });
    expect((await calls("api", [])).dependencies).to.deep.equal([]);
    expect((await catalog.list(ACME))[0]?.dependencies).to.deep.equal([]);
  });

  it("shows another organization nothing, and lets it change nothing", async () => {
    await put("api");
    await calls("api", ["db"]);
    expect(await catalog.list(OTHER)).to.deep.equal([]);
    expect(await catalog.entry(OTHER, "api")).to.equal(undefined);
    expect((await catalog.calledBy(OTHER, ["api"])).size).to.equal(0);
    expect(await catalog.callersOf(OTHER, "db", 10)).to.deep.equal([]);
    expect((await catalog.ownersOf(OTHER, ["api"])).size).to.equal(0);
    expect(await refused(removeEntry(catalog, OTHER, "api"))).to.equal("catalog_entry_not_found");
    expect(await refused(renameEntry(catalog, OTHER, "api", "mine", NOW))).to.equal("catalog_entry_not_found");
    await calls("api", ["theirs"], OTHER);
    expect((await catalog.entry(ACME, "api"))?.dependencies).to.deep.equal(["db"]);
  });

  it("removes an entry with its own edges and leaves those of others, unmapped then", async () => {
    await put("api");
    await calls("api", ["db"]);
    await calls("shop", ["api"]);
    await removeEntry(catalog, ACME, "api");
    expect(await refused(removeEntry(catalog, ACME, "api"))).to.equal("catalog_entry_not_found");
    expect(await reached("shop")).to.deep.equal({ api: 1 });
    expect((await catalog.ownersOf(ACME, ["api"])).size).to.equal(0);
  });

  it("renames an entry with every edge from it and to it, and joins those that the new name has", async () => {
    for (const name of ["api", "taken"]) await put(name);
    await calls("api", ["db", "cache", "gateway"]);
    await calls("gateway", ["cache", "api", "mail"]);
    await calls("shop", ["api", "gateway"]);
    await calls("desk", ["api"]);
    expect(await refused(renameEntry(catalog, ACME, "api", "taken", NOW))).to.equal("already_exists");
    expect(await refused(renameEntry(catalog, ACME, "unknown", "new", NOW))).to.equal("catalog_entry_not_found");
    const entry = await renameEntry(catalog, ACME, "api", " gateway ", NOW + 7);
    expect(entry).to.deep.include({ serviceName: "gateway", ownerTeam: "payments", updatedAt: NOW + 7 });
    expect([...entry.dependencies].sort()).to.deep.equal(["cache", "db", "mail"]);
    expect(await catalog.callersOf(ACME, "gateway", 10)).to.deep.equal(["desk", "shop"]);
    expect(await catalog.callersOf(ACME, "api", 10)).to.deep.equal([]);
    expect((await catalog.calledBy(ACME, ["api"])).size).to.equal(0);
    expect(await catalog.entry(ACME, "api")).to.equal(undefined);
    expect(await renameEntry(catalog, ACME, "gateway", "gateway", NOW + 9)).to.deep.equal(entry);
  });

  it("walks downstream through a diamond, a cycle and an edge to itself, each service once", async () => {
    await calls("shop", ["left", "right"]);
    await calls("left", ["bottom"]);
    await calls("right", ["bottom", "shop"]);
    await calls("bottom", ["left", "deep"]);
    await catalog.setDependencies(ACME, "deep", ["deep"], NOW);
    expect(await reached("shop")).to.deep.equal({ left: 1, right: 1, bottom: 2, deep: 3 });
    const { edgesTo } = await walkDownstream(catalog, ACME, ["shop"], 100);
    expect(Object.fromEntries(edgesTo)).to.deep.equal({ left: 2, right: 1, bottom: 2, deep: 2 });
    expect(await reached("nobody")).to.deep.equal({});
    expect((await walkDownstream(catalog, ACME, [], 100)).calls.size).to.equal(0);
  });

  it("ends a walk at its bound with the nearest services, and says so", async () => {
    await calls("a", ["b", "c"]);
    await calls("b", ["d"]);
    const cut = await walkDownstream(catalog, ACME, ["a"], 2);
    expect([...cut.calls.keys()]).to.deep.equal(["b", "c"]);
    expect(cut.cutOff).to.equal(true);
    expect((await walkDownstream(catalog, ACME, ["a"], 3)).cutOff).to.equal(false);
  });

  it("counts callers of callers once each, around cycles too, up to a bound, by an index", async () => {
    await calls("web", ["cart", "checkout"]);
    await calls("cart", ["checkout", "cart"]);
    await calls("checkout", ["web", "ledger"]);
    await calls("theirs", ["checkout"], OTHER);
    const of = (name: string, most = 100) => catalog.countUpstream(ACME, [name], most);
    expect([await of("checkout"), await of("ledger"), await of("nowhere")]).to.deep.equal([2, 3, 0]);
    expect([await of("ledger", 2), await of("ledger", 3)]).to.deep.equal([2, 3]);
    const queries = await queriesOf(database, () => of("checkout"));
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
    const endless = await walkDownstream({ ...catalog, ...graph }, ACME, ["a"], 5000);
    expect([endless.calls.size, endless.cutOff]).to.deep.equal([CALLS_DEEP_MAX, true]);
  });

  it("reaches what the transitive closure of any graph holds", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const graphs = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(graphs, async (edges) => {
        for (const name of names) {
          await calls(
            name,
            edges.filter(([from]) => from === name).map(([, to]) => to),
          );
        }
        const closure = new Set(["a"]);
        for (const _ of names) for (const [from, to] of edges) if (closure.has(from)) closure.add(to);
        closure.delete("a");
        expect(Object.keys(await reached("a")).sort()).to.deep.equal([...closure].sort());
      }),
      { numRuns: 12 },
    );
  });

  it("refuses an entry or an edge too many, and still takes changes of those that are there", async () => {
    await put("api");
    await fill(
      CATALOG_ENTRIES_MAX - 1,
      `insert into catalog_entry (organization_id, service_name, owner_team, tier, updated_at)
       select 'acme', 's' || i, 'x', 'tier-3', 0 from n`,
    );
    expect(await refused(put("one more"))).to.equal("limit_reached");
    expect((await put("api", "others")).ownerTeam).to.equal("others");
    expect((await put("api", "theirs", OTHER)).ownerTeam).to.equal("theirs");
    await fill(
      CATALOG_EDGES_MAX,
      `insert into catalog_edge (organization_id, service, dependency, position)
       select 'acme', 's' || (i % 200), 'd' || i, i from n`,
    );
    expect(await refused(calls("api", ["one more"]))).to.equal("limit_reached");
    expect((await calls("s0", ["x", "y"])).dependencies).to.deep.equal(["x", "y"]);
    expect((await calls("api", ["fits"])).dependencies).to.deep.equal(["fits"]);
  });

  it("keeps its bounds and its edges whole under twenty writers at once", async () => {
    await put("api");
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        calls(
          "api",
          Array.from({ length: 30 }, (_, n) => `${number}-${n}`),
        ),
      ),
    );
    const { dependencies } = (await catalog.entry(ACME, "api")) ?? { dependencies: [] };
    expect(dependencies).to.have.length(30);
    expect(new Set(dependencies.map((name) => name.split("-")[0])).size).to.equal(1);
  });
});
