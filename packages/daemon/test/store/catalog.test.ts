import { expect } from "chai";
import { putEntry, removeEntry, renameEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { CATALOG_EDGES_MAX, CATALOG_ENTRIES_MAX } from "../../src/model/record-limits.ts";
import { catalogWorld } from "./catalog-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The service catalog", (fresh) => {
  const world = catalogWorld(fresh);

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
    const entry = await putEntry(world.catalog, ACME, " Zahlung ", sent, NOW);
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
    await world.put("__proto__");
    await world.put("a'b");
    expect(await world.catalog.entry(ACME, "Zahlung")).to.deep.equal(entry);
    expect((await world.catalog.list(ACME)).map(({ serviceName }) => serviceName)).to.deep.equal([
      "Zahlung",
      "__proto__",
      "a'b",
    ]);
  });

  it("replaces an entry whole and keeps what the service calls, in the order given", async () => {
    await world.calls("api", [" zoo", "auth", "zoo ", "api", "db"]);
    expect(await world.catalog.entry(ACME, "api")).to.equal(undefined);
    await putEntry(
      world.catalog,
      ACME,
      "api",
      { ownerTeam: "a", tier: "tier-0", escalationPolicy: "p", environment: "e" },
      NOW,
    );
    const replaced = await putEntry(world.catalog, ACME, "api", { ownerTeam: "b", tier: "tier-2" }, NOW + 5);
    expect(replaced).to.deep.include({ ownerTeam: "b", escalationPolicy: null, environment: null, slo: null });
    expect(replaced.dependencies).to.deep.equal(["zoo", "auth", "db"]);
    await setDependencies(world.catalog, ACME, "api", ["one"], NOW + 9);
    expect(await world.catalog.entry(ACME, "api")).to.deep.include({ dependencies: ["one"], updatedAt: NOW + 9 });
    expect((await world.calls("api", [])).dependencies).to.deep.equal([]);
    expect((await world.catalog.list(ACME))[0]?.dependencies).to.deep.equal([]);
  });

  it("shows another organization nothing, and lets it change nothing", async () => {
    await world.put("api");
    await world.calls("api", ["db"]);
    expect(await world.catalog.list(OTHER)).to.deep.equal([]);
    expect(await world.catalog.entry(OTHER, "api")).to.equal(undefined);
    expect((await world.catalog.calledBy(OTHER, ["api"])).size).to.equal(0);
    expect(await world.catalog.callersOf(OTHER, "db", 10)).to.deep.equal([]);
    expect((await world.catalog.ownersOf(OTHER, ["api"])).size).to.equal(0);
    expect(await world.refused(removeEntry(world.catalog, OTHER, "api"))).to.equal("catalog_entry_not_found");
    expect(await world.refused(renameEntry(world.catalog, OTHER, "api", "mine", NOW))).to.equal(
      "catalog_entry_not_found",
    );
    await world.calls("api", ["theirs"], OTHER);
    expect((await world.catalog.entry(ACME, "api"))?.dependencies).to.deep.equal(["db"]);
  });

  it("removes an entry with its own edges and leaves those of others, unmapped then", async () => {
    await world.put("api");
    await world.calls("api", ["db"]);
    await world.calls("shop", ["api"]);
    await removeEntry(world.catalog, ACME, "api");
    expect(await world.refused(removeEntry(world.catalog, ACME, "api"))).to.equal("catalog_entry_not_found");
    expect(await world.reached("shop")).to.deep.equal({ api: 1 });
    expect((await world.catalog.ownersOf(ACME, ["api"])).size).to.equal(0);
  });

  it("renames an entry with every edge from it and to it, and joins those that the new name has", async () => {
    for (const name of ["api", "taken"]) await world.put(name);
    await world.calls("api", ["db", "cache", "gateway"]);
    await world.calls("gateway", ["cache", "api", "mail"]);
    await world.calls("shop", ["api", "gateway"]);
    await world.calls("desk", ["api"]);
    expect(await world.refused(renameEntry(world.catalog, ACME, "api", "taken", NOW))).to.equal("already_exists");
    expect(await world.refused(renameEntry(world.catalog, ACME, "unknown", "new", NOW))).to.equal(
      "catalog_entry_not_found",
    );
    const entry = await renameEntry(world.catalog, ACME, "api", " gateway ", NOW + 7);
    expect(entry).to.deep.include({ serviceName: "gateway", ownerTeam: "payments", updatedAt: NOW + 7 });
    expect([...entry.dependencies].sort()).to.deep.equal(["cache", "db", "mail"]);
    expect(await world.catalog.callersOf(ACME, "gateway", 10)).to.deep.equal(["desk", "shop"]);
    expect(await world.catalog.callersOf(ACME, "api", 10)).to.deep.equal([]);
    expect((await world.catalog.calledBy(ACME, ["api"])).size).to.equal(0);
    expect(await world.catalog.entry(ACME, "api")).to.equal(undefined);
    expect(await renameEntry(world.catalog, ACME, "gateway", "gateway", NOW + 9)).to.deep.equal(entry);
  });

  it("refuses an entry or an edge too many, and still takes changes of those that are there", async () => {
    await world.put("api");
    await world.fill(
      CATALOG_ENTRIES_MAX - 1,
      `insert into catalog_entry (organization_id, service_name, owner_team, tier, updated_at)
       select 'acme', 's' || i, 'x', 'tier-3', 0 from n`,
    );
    expect(await world.refused(world.put("one more"))).to.equal("limit_reached");
    expect((await world.put("api", "others")).ownerTeam).to.equal("others");
    expect((await world.put("api", "theirs", OTHER)).ownerTeam).to.equal("theirs");
    await world.fill(
      CATALOG_EDGES_MAX,
      `insert into catalog_edge (organization_id, service, dependency, position)
       select 'acme', 's' || (i % 200), 'd' || i, i from n`,
    );
    expect(await world.refused(world.calls("api", ["one more"]))).to.equal("limit_reached");
    expect((await world.calls("s0", ["x", "y"])).dependencies).to.deep.equal(["x", "y"]);
    expect((await world.calls("api", ["fits"])).dependencies).to.deep.equal(["fits"]);
  });

  it("keeps its bounds and its edges whole under twenty writers at once", async () => {
    await world.put("api");
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        world.calls(
          "api",
          Array.from({ length: 30 }, (_, n) => `${number}-${n}`),
        ),
      ),
    );
    const { dependencies } = (await world.catalog.entry(ACME, "api")) ?? { dependencies: [] };
    expect(dependencies).to.have.length(30);
    expect(new Set(dependencies.map((name) => name.split("-")[0])).size).to.equal(1);
  });
});
