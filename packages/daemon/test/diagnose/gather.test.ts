import { expect } from "chai";
import { putEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME, incident, log, metric, NOW, OTHER } from "../store/samples.ts";
import { at, deployment, sum } from "./gather-support.ts";
import { gatheredIncident } from "./gathered-incident.ts";

onEachEngine("What surrounds an incident", (fresh) => {
  const world = gatheredIncident(fresh);

  it("is exact for a few records: kinds of messages, metrics, volumes, from the first sign on", async () => {
    const trigger = log({ level: "error", message: "payment 7 refused", timestamp: at(-3) });
    const first = log({ level: "error", message: "payment 5 refused", timestamp: at(-5) });
    const points = [10, 20, 60].map((value, index) => metric({ timestamp: at(-20 + index * 8), value } as object));
    await world.around.keep([log({ message: "paid 4", timestamp: at(-20) }), ...points, first, trigger]);
    const picture = await world.around.picture(incident({ triggeringEventId: trigger.id }));

    expect(picture.noticedAt).to.equal(at(-3));
    expect(picture.grid).to.deep.equal({ start: at(-20), step: MINUTE_MS, count: 21 });
    expect(picture.omitted).to.deep.equal([]);
    const steps = (marks: Readonly<Record<number, number>>): number[] =>
      Array.from({ length: 21 }, (_, step) => marks[step] ?? 0);
    expect(picture.patterns.map(({ counts, ...pattern }) => ({ ...pattern, counts: [...counts] }))).to.deep.equal([
      {
        eventId: picture.patterns[0]?.eventId,
        service: "checkout",
        level: "info",
        template: "paid <num>",
        counts: steps({ 0: 1 }),
        firstAt: at(-20),
        lastAt: at(-20),
        names: [],
        follows: [],
      },
      {
        eventId: first.id,
        service: "checkout",
        level: "error",
        template: "payment <num> refused",
        counts: steps({ 15: 1, 17: 1 }),
        firstAt: at(-5),
        lastAt: at(-3),
        names: [],
        follows: [],
      },
    ]);
    const [latency] = picture.metrics;
    expect(
      [...(latency?.values ?? [])].map((value, step) => [step, value]).filter(([, value]) => !Number.isNaN(value)),
    ).to.deep.equal([
      [0, 10],
      [8, 20],
      [16, 60],
    ]);
    expect(latency?.eventIds[8]).to.equal(points[1]?.id);
    expect(world.series(picture, "checkout")).to.deep.equal(steps({ 0: 2, 8: 1, 15: 1, 16: 1, 17: 1 }));
    expect(sum(picture.volumes[0]?.errors ?? [])).to.equal(2);
  });

  it("reaches three calls far both ways, the nearest first, with the calls between them", async () => {
    const catalog = createCatalogStore(world.around.database);
    const calls = { web: ["cart"], cart: ["checkout"], checkout: ["pay", "stock"], pay: ["bank"], bank: ["swift"] };
    for (const [name, dependencies] of Object.entries({ ...calls, swift: ["far"], tv: ["web"], phone: ["tv"] })) {
      await putEntry(catalog, ACME, name, { ownerTeam: "a", tier: "tier-1" }, NOW - DAY_MS);
      await setDependencies(catalog, ACME, name, dependencies, NOW - DAY_MS);
    }
    const { services, calls: found } = await world.around.picture(incident());
    expect(services.map(({ name, distance }) => `${name} ${distance}`)).to.deep.equal([
      ...["checkout 0", "cart 1", "pay 1", "stock 1", "bank 2", "web 2", "swift 3", "tv 3"],
    ]);
    expect(services.filter(({ inCatalog }) => !inCatalog).map(({ name }) => name)).to.deep.equal(["stock"]);
    expect(found).to.deep.include({ caller: "pay", callee: "bank" });
    expect(found.some(({ callee }) => callee === "far")).to.equal(false);
  });

  it("sees the services of incidents that were merged or grouped with it, and who waits for whom by what they complain of", async () => {
    world.around.related.push(incident({ primaryService: "orders", affectedServices: ["orders", "stock"] }));
    const complaint = (service: string, message: string) =>
      log({ service, level: "error", message, timestamp: at(-3) });
    await world.around.keep([
      complaint("checkout", "orders answered 500"),
      complaint("orders", "no row for order 7"),
      complaint("elsewhere", "checkout is slow"),
    ]);
    const { services, calls, patterns } = await world.around.picture(incident());
    expect(services.map(({ name, distance }) => `${name} ${distance}`)).to.deep.equal([
      ...["checkout 0", "orders 1", "stock 1"],
    ]);
    expect(calls).to.deep.equal([{ caller: "checkout", callee: "orders" }]);
    expect(patterns.map(({ service }) => service)).to.have.members(["checkout", "orders"]);
  });

  it("holds nothing of another organization", async () => {
    const theirs = { organizationId: "other" };
    const trigger = log({ ...theirs, level: "fatal", message: "their secret", timestamp: at(-60) });
    await world.around.keep([
      trigger,
      metric({ ...theirs, timestamp: at(-1) }),
      deployment({ ...theirs, timestamp: at(-2) }),
    ]);
    const catalog = createCatalogStore(world.around.database);
    await putEntry(catalog, OTHER, "checkout", { ownerTeam: "theirs", tier: "tier-1" }, at(-2));
    await setDependencies(catalog, OTHER, "checkout", ["their-service"], at(-2));
    const mine = log({ timestamp: at(-1) });
    await world.around.keep([mine]);
    const picture = await world.around.picture(incident({ triggeringEventId: trigger.id }));
    expect(picture.noticedAt).to.equal(NOW);
    expect(picture.patterns.map(({ eventId }) => eventId)).to.deep.equal([mine.id]);
    expect([picture.metrics, picture.changes, picture.calls]).to.deep.equal([[], [], []]);
    expect(picture.services).to.deep.equal([{ name: "checkout", distance: 0, inCatalog: false }]);
    expect(sum(world.series(picture, "checkout"))).to.equal(1);
  });
});
