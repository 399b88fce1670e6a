import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import type { IncidentFilter, IncidentPage, IncidentStore } from "../../src/incident/store.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { diagnosisOf } from "./diagnosis-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

onEachEngine("The incident store", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const filter = (given: Partial<IncidentFilter> = {}): IncidentFilter => ({
    deduplicated: false,
    sortBy: "recency",
    limit: 50,
    ...given,
  });
  const list = (given: Partial<IncidentFilter> = {}, scope = ACME): Promise<IncidentPage> =>
    incidents.list(scope, filter(given));
  const titles = async (given: Partial<IncidentFilter> = {}): Promise<string[]> =>
    (await list(given)).incidents.map(({ title }) => title);
  const create = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(given);
    return opened(await incidents.create({ ...ACME, organizationId: made.organizationId }, made, []));
  };
  const refused = async (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("gives back an incident as it was created", async () => {
    const made = incident({
      diagnosisStatus: "COMPLETED",
      diagnosis: diagnosisOf({ rootCause: "ü" }),
      affectedServices: ["a,b", "c"],
    });
    expect(opened(await incidents.create(ACME, made, []))).to.deep.equal(made);
    expect(await incidents.get(ACME, made.id)).to.deep.equal(made);
  });

  it("shows another organization nothing", async () => {
    const made = await create();
    expect(await refused(incidents.get(OTHER, made.id))).to.equal("incident_not_found");
    expect(await refused(incidents.timeline(OTHER, made.id))).to.equal("incident_not_found");
    expect(await refused(changeStatus(incidents, OTHER, made.id, "CLOSED", now))).to.equal("incident_not_found");
    expect(await list({}, OTHER)).to.deep.equal({ incidents: [], total: 0, totalIsExact: true });
    expect((await list({ search: "checkout" }, OTHER)).total).to.equal(0);
    expect(await refused(incidents.get(ACME, "no-uuid"))).to.equal("incident_not_found");
  });

  it("lists newest first, filtered and counted", async () => {
    await create({ title: "one", severity: "LOW", affectedServices: ["pay", "cart"] });
    await create({ title: "two", severity: "CRITICAL", assigneeId: "anna" });
    await create({ title: "three", status: "RESOLVED", resolvedAt: NOW });
    await create({ title: "child", parentIncidentId: "one" });
    await create({ title: "theirs", organizationId: "other" });
    expect(await titles()).to.deep.equal(["child", "three", "two", "one"]);
    expect((await list()).total).to.equal(4);
    expect(await titles({ deduplicated: true })).to.deep.equal(["three", "two", "one"]);
    expect((await list({ deduplicated: true, status: "OPEN" })).total).to.equal(2);
    expect(await titles({ status: "RESOLVED" })).to.deep.equal(["three"]);
    expect(await titles({ severity: "CRITICAL" })).to.deep.equal(["two"]);
    expect(await titles({ assigneeId: "anna" })).to.deep.equal(["two"]);
    expect(await titles({ service: "pay" })).to.deep.equal(["one"]);
    expect(await list({ service: "checkout", limit: 1 })).to.include({ total: 3, totalIsExact: true });
    expect(await titles({ status: "OPEN", severity: "LOW", service: "cart", search: "one" })).to.deep.equal(["one"]);
    expect(await titles({ status: "CLOSED" })).to.deep.equal([]);
  });

  it("sorts by severity, the newest of a severity first", async () => {
    for (const [title, severity] of [
      ["a", "LOW"],
      ["b", "CRITICAL"],
      ["c", "HIGH"],
      ["d", "CRITICAL"],
      ["e", "MEDIUM"],
    ] as const) {
      await create({ title, severity });
    }
    expect(await titles({ sortBy: "severity" })).to.deep.equal(["d", "b", "c", "e", "a"]);
  });

  it("pages in either order without missing or repeating one", async () => {
    const severities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
    for (let n = 0; n < 23; n++) await create({ title: `n${n}`, severity: severities[n % 4] ?? "LOW" });
    for (const sortBy of ["recency", "severity"] as const) {
      const whole = await titles({ sortBy });
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sortBy, limit: 5, ...(cursor === undefined ? {} : { cursor }) });
        expect(page.total).to.equal(23);
        paged.push(...page.incidents.map(({ title }) => title));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(paged).to.deep.equal(whole);
    }
    const refusal = await titles({ cursor: "'; drop table incident; --" }).catch((error: Error) => error.message);
    expect(refusal).to.match(/cursor/);
  });

  it("searches the words of title, description and services", async () => {
    await create({ title: "Zahlung für Müller", description: "timeout at the bank", affectedServices: ["pay-api"] });
    await create({ title: "Disk is full", description: "on the node", affectedServices: ["store"] });
    for (const search of ["MÜLLER", "bank timeout", "pay", "api zahlung"]) {
      expect(await titles({ search }), search).to.deep.equal(["Zahlung für Müller"]);
    }
    for (const search of ["mull", "bank disk", "' | !x", "\\", "!!!", "x' & y"]) {
      expect(await titles({ search }), search).to.deep.equal([]);
    }
    expect(await titles({ search: "  " })).to.have.length(2);
  });
});
