import { expect } from "chai";
import type { Sensitivity } from "../../src/detect/rules/sensitivity.ts";
import { SERVICE_SENSITIVITIES_MAX } from "../../src/model/record-limits.ts";
import { sensitivityTable } from "../../src/store/detection/detection-tables.ts";
import { createSensitivityStore, readSensitivities } from "../../src/store/detection/sensitivity-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Stored sensitivities", (fresh) => {
  let store: Fresh;
  let database: Database;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  afterEach(() => store.drop());

  const set = (service: string | null, sensitivity: Sensitivity | null, scope = ACME, since = NOW) =>
    createSensitivityStore(database).set(scope, { service, sensitivity, since, by: "Ann", reason: "tried out" });
  const list = (scope = ACME) => createSensitivityStore(database).list(scope);
  const inForce = async (...organizations: string[]): Promise<string[]> =>
    (await readSensitivities(database.reader, organizations))
      .map(({ organizationId, service, sensitivity }) => `${organizationId} ${service ?? "-"} ${sensitivity}`)
      .toSorted();
  const fill = (sensitivity: Sensitivity | null) =>
    database.write((transaction) =>
      insertRows(
        transaction,
        sensitivityTable,
        Array.from({ length: SERVICE_SENSITIVITIES_MAX }, (_, number) => {
          const setting = { sensitivity, since: NOW, by: "Ann", reason: "many" };
          return { ...setting, organizationId: "acme", service: `service-${number}` };
        }),
      ),
    );

  it("are one for the organization and one for each service, with who set it last", async () => {
    await set(null, "quiet");
    await set("shop", "early");
    await set("shop", "normal", ACME, NOW + 1);
    await set(null, "early", OTHER);
    expect(await list()).to.deep.equal([
      { service: null, sensitivity: "quiet", since: NOW, by: "Ann", reason: "tried out" },
      { service: "shop", sensitivity: "normal", since: NOW + 1, by: "Ann", reason: "tried out" },
    ]);
    expect(await inForce("acme")).to.deep.equal(["acme - quiet", "acme shop normal"]);
    expect(await inForce("acme", "other")).to.include("other - early");
    expect(await inForce()).to.deep.equal([]);
  });

  it("are in force no longer after a reset, and still say who reset them", async () => {
    await set("shop", "early");
    await set("shop", null, ACME, NOW + 1);
    expect(await inForce("acme")).to.deep.equal([]);
    expect((await list())[0]).to.include({ service: "shop", sensitivity: null, since: NOW + 1 });
  });

  it("are refused for more services than the limit, but not for the organization or a known service", async () => {
    await fill("early");
    const failed = await set("one-more", "early").catch((error: { code: string }) => error);
    expect(failed).to.include({ code: "limit_reached" });
    await set("service-0", "quiet");
    await set(null, "quiet");
    await set("one-more", "early", OTHER);
    expect(await inForce("acme")).to.have.length(SERVICE_SENSITIVITIES_MAX + 1);
  });

  it("drop the record of services that were reset where they reach the limit", async () => {
    await fill(null);
    await set("one-more", "early");
    expect((await list()).map(({ service }) => service)).to.deep.equal(["one-more"]);
  });
});
