import { expect } from "chai";
import type { Scope } from "../../src/model/scope.ts";
import { modelUsageTable } from "../../src/store/diagnosis/diagnosis-tables.ts";
import { createModelUsageStore } from "../../src/store/diagnosis/model-usage.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { ACME, OTHER } from "../store/samples.ts";

const TODAY = 20_778;

onEachEngine("The token budget of a day", (makeFresh) => {
  let fresh: Fresh;
  let database: Database;
  let usage: ReturnType<typeof createModelUsageStore>;
  const used = async ({ organizationId }: Scope, day: number): Promise<number> =>
    (await database.reader.findOneBy(modelUsageTable, { organizationId, day }))?.tokens ?? 0;

  beforeEach(async () => {
    fresh = await makeFresh();
    database = await fresh.openDatabase();
    usage = createModelUsageStore(database);
  });
  afterEach(() => fresh.drop());

  it("is never passed by runs that reserve at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => usage.reserve(ACME, TODAY, 100, 1000)));
    expect(answers.filter(Boolean)).to.have.length(10);
    expect(await used(ACME, TODAY)).to.equal(1000);
  });

  it("gets back what was reserved and not spent", async () => {
    expect(await usage.reserve(ACME, TODAY, 800, 1000)).to.equal(true);
    expect(await usage.reserve(ACME, TODAY, 300, 1000)).to.equal(false);
    await usage.settle(ACME, TODAY, 800, 250);
    expect(await used(ACME, TODAY)).to.equal(250);
    expect(await usage.reserve(ACME, TODAY, 300, 1000)).to.equal(true);
  });

  it("is another one for each organization and day", async () => {
    expect(await usage.reserve(ACME, TODAY, 1000, 1000)).to.equal(true);
    expect(await usage.reserve(OTHER, TODAY, 1000, 1000)).to.equal(true);
    expect(await usage.reserve(ACME, TODAY + 1, 1000, 1000)).to.equal(true);
    expect(await usage.reserve(ACME, TODAY, 1, 1000)).to.equal(false);
  });

  it("forgets days that are long past", async () => {
    await usage.reserve(ACME, TODAY - 401, 10, 1000);
    await usage.reserve(OTHER, TODAY - 401, 10, 1000);
    await usage.reserve(ACME, TODAY, 10, 1000);
    expect(await used(ACME, TODAY - 401)).to.equal(0);
    expect(await used(OTHER, TODAY - 401)).to.equal(10);
  });
});
