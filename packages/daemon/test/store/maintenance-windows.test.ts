import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { MaintenanceStore, WindowFilter } from "../../src/maintenance/maintenance-store.ts";
import { changeWindow, checkDeletable, type MaintenanceWindow, planWindow } from "../../src/maintenance/window.ts";
import { WINDOWS_NOT_OVER_MAX } from "../../src/model/record-limits.ts";
import { createHeldStore } from "../../src/store/maintenance/held-store.ts";
import { createMaintenanceStore } from "../../src/store/maintenance/maintenance-store.ts";
import { maintenanceWindowTable } from "../../src/store/maintenance/maintenance-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The store of maintenance windows", (fresh) => {
  let store: Fresh;
  let database: Database;
  let maintenance: MaintenanceStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    maintenance = createMaintenanceStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const planned = (startsInMs: number, lastsMs = HOUR_MS, services = ["api"], scope = ACME): MaintenanceWindow =>
    planWindow(
      scope,
      { services, startsAt: NOW + startsInMs, endsAt: NOW + startsInMs + lastsMs, reason: `from ${startsInMs}` },
      NOW,
    );
  const list = (filter: Partial<WindowFilter> = {}, scope = ACME) =>
    maintenance.list(scope, { limit: 50, ...filter }, now);
  const reasons = async (filter: Partial<WindowFilter> = {}): Promise<string[]> =>
    (await list(filter)).windows.map(({ reason }) => reason);
  const refusal = async (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("gives back a window as it was scheduled, and what becomes of it", async () => {
    const window = await maintenance.add(ACME, planned(0, HOUR_MS, ["api", "a'b", "ü"]));
    expect(await maintenance.get(ACME, window.id)).to.deep.equal(window);
    now += MINUTE_MS;
    const changed = await maintenance.change(ACME, window.id, (found, at) =>
      changeWindow(found, { endsAt: NOW + DAY_MS, reason: "longer" }, at),
    );
    expect(changed).to.include({ overAt: NOW + DAY_MS, reason: "longer", updatedAt: now });
    expect(await maintenance.get(ACME, window.id)).to.deep.equal(changed);
  });

  it("shows another organization nothing, and lets it change nothing", async () => {
    const { id } = await maintenance.add(ACME, planned(MINUTE_MS));
    const attempts = [
      () => maintenance.get(OTHER, id),
      () => maintenance.change(OTHER, id, (window) => window),
      () => maintenance.remove(OTHER, id, () => undefined),
      () => maintenance.held(OTHER, id, 10),
      () => maintenance.get(ACME, "no-uuid"),
    ];
    for (const attempt of attempts) expect(await refusal(attempt())).to.equal("maintenance_window_not_found");
    expect(await list({}, OTHER)).to.deep.equal({ windows: [] });
    expect(await list({ service: "api" }, OTHER)).to.deep.equal({ windows: [] });
  });

  it("lists the latest start first, by state and by service", async () => {
    await maintenance.add(ACME, planned(0, MINUTE_MS, ["api", "db"]));
    await maintenance.add(ACME, planned(MINUTE_MS, DAY_MS, ["db"]));
    await maintenance.add(ACME, planned(5 * MINUTE_MS));
    now = NOW + 2 * MINUTE_MS;
    expect(await reasons()).to.deep.equal(["from 300000", "from 60000", "from 0"]);
    expect(await reasons({ service: "db" })).to.deep.equal(["from 60000", "from 0"]);
    expect(await reasons({ service: "d" })).to.deep.equal([]);
    expect(await reasons({ state: "scheduled" })).to.deep.equal(["from 300000"]);
    expect(await reasons({ state: "active" })).to.deep.equal(["from 60000"]);
    expect(await reasons({ state: "ended" })).to.deep.equal(["from 0"]);
    expect(await reasons({ state: "ended", service: "db" })).to.deep.equal(["from 0"]);
    expect(await reasons({ state: "active", service: "api" })).to.deep.equal([]);
  });

  it("pages without missing or repeating one, where many start at the same time", async () => {
    for (let n = 0; n < 11; n++) await maintenance.add(ACME, planned((n % 3) * MINUTE_MS, HOUR_MS, [`s${n}`, "api"]));
    for (const filter of [{}, { service: "api" }]) {
      const whole = (await list(filter)).windows.map(({ id }) => id);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ ...filter, limit: 4, ...(cursor === undefined ? {} : { cursor }) });
        paged.push(...page.windows.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(new Set(paged).size).to.equal(11);
      expect(paged).to.deep.equal(whole);
    }
    for (const cursor of ["x", "1.2", "'; drop table maintenance_window; --"])
      expect(await refusal(list({ cursor })), cursor).to.equal("invalid_cursor");
  });

  it("removes one that has not begun with all of it, and no other", async () => {
    const [gone, stays] = [await maintenance.add(ACME, planned(HOUR_MS)), await maintenance.add(ACME, planned(0))];
    await maintenance.remove(ACME, gone.id, checkDeletable);
    expect(await refusal(maintenance.remove(ACME, stays.id, checkDeletable))).to.equal("maintenance_window_state");
    expect(await refusal(maintenance.get(ACME, gone.id))).to.equal("maintenance_window_not_found");
    expect(await reasons({ service: "api" })).to.deep.equal(["from 0"]);
  });

  it("refuses one more than an organization may have that are not over", async () => {
    const many = Array.from({ length: WINDOWS_NOT_OVER_MAX }, () => planned(0, HOUR_MS));
    await database.write((transaction) => insertRows(transaction, maintenanceWindowTable, many));
    expect(await refusal(maintenance.add(ACME, planned(0)))).to.equal("limit_reached");
    expect(await refusal(maintenance.add(OTHER, planned(0, HOUR_MS, ["api"], OTHER)))).to.equal("not refused");
    now = NOW + HOUR_MS;
    expect(await refusal(maintenance.add(ACME, planned(0, DAY_MS)))).to.equal("not refused");
  });

  it("forgets what was over long ago, unless it still holds something", async () => {
    const [old, holds, young] = [planned(0, HOUR_MS), planned(0, HOUR_MS), planned(0, 2 * HOUR_MS)];
    for (const window of [old, { ...holds, heldCount: 1 }, young]) await maintenance.add(ACME, window);
    expect(await createHeldStore(database).forget(NOW + HOUR_MS + 1)).to.equal(1);
    expect(await refusal(maintenance.get(ACME, old.id))).to.equal("maintenance_window_not_found");
    expect((await list({ service: "api" })).windows).to.have.length(2);
  });
});
