import { expect } from "chai";
import {
  createCommitBatchStore,
  createFamilyStore,
  createIncidentStore,
} from "../../src/app/wiring/incident-wiring.ts";
import { setDependencies } from "../../src/catalog/change-catalog.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import type { BuiltInMode } from "../../src/correlate/evaluate-rules.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";
import { AFFECTED_SERVICES_MAX } from "../../src/model/record-limits.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createDecisionStore } from "../../src/store/correlation/ledger.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { channel } from "./channel-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, incident, NOW, OTHER, round } from "./samples.ts";

onEachEngine("The built-in correlation", (fresh) => {
  let store: Fresh;
  let database: Database;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
  });
  afterEach(() => store.drop());

  const signal = (service: string, name = "Errors", given: Partial<Candidate> = {}): Candidate =>
    candidate({
      service,
      title: `${name} in ${service}`,
      deduplicationKey: `${service} ${name}`,
      observedAt: now,
      ...given,
    });
  const detect = async (signals: readonly Candidate[], builtIn: BuiltInMode = "merge"): Promise<void> => {
    await createCommitBatchStore(database, { builtIn }).commit(round({ candidates: signals }), openIncidents, now);
  };
  const incidents = () => createIncidentStore(database, { now: () => now });
  const all = async (scope = ACME): Promise<readonly Incident[]> => {
    const filter = { deduplicated: false, sortBy: "recency", limit: 200 } as const;
    return (await incidents().list(scope, filter)).incidents.toReversed();
  };
  const byTitle = async (title: string): Promise<Incident> => {
    const found = (await all()).filter((each) => each.title === title).at(-1);
    if (!found) throw new Error(`There is no ${title}.`);
    return found;
  };
  const decisions = async () => (await createDecisionStore(database).list(ACME, { limit: 100 })).decisions;
  const calls = (service: string, callees: readonly string[]) =>
    setDependencies(createCatalogStore(database), ACME, service, callees, now);

  it("merges what the catalog joins by one call, and says so everywhere", async () => {
    await calls("shop", ["payments"]);
    await detect([signal("payments")]);
    now += 2 * MINUTE_MS;
    await detect([signal("shop", "Timeouts")]);
    const [parent, child] = await all();
    expect(child).to.include({ parentIncidentId: parent?.id });
    expect(parent).to.include({ parentIncidentId: null, duplicateCount: 1 });
    const [decision, first] = await decisions();
    const reason = "shop and payments are one call from each other, 2 minutes apart.";
    expect(decision).to.include({ action: "merge", ruleId: null, ruleName: "built-in", gapMinutes: 2, reason });
    expect(decision).to.include({ incidentId: child?.id, relatedIncidentId: parent?.id });
    expect(decision?.compared).to.deep.equal({ by: "calls", service: "shop", relatedService: "payments" });
    expect(first).to.include({ action: "none", ruleId: null, ruleName: null });
    expect(first?.reason).to.equal(
      "No correlation rule is enabled. The built-in correlation found no fault that it belongs to.",
    );
    const [, merged] = await incidents().timeline(ACME, child?.id ?? "");
    expect(merged).to.include({ type: "merged", detail: `By the built-in correlation: ${reason}` });
  });

  it("makes one line of a storm that opens in one round, over several calls", async () => {
    await calls("shop", ["cart"]);
    await calls("cart", ["store"]);
    await detect([signal("store", "Full"), signal("cart"), signal("shop"), signal("shop", "Slow")]);
    const [parent, ...children] = await all();
    expect(children.map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal(Array(3).fill(parent?.id));
  });

  it("links what is likely and not sure, and joins what comes then with the same fault", async () => {
    await detect([signal("shop", "Slow")]);
    now += 0.5 * MINUTE_MS;
    await detect([signal("wiki", "Disk is full")]);
    now += 0.5 * MINUTE_MS;
    await detect([signal("wiki", "Errors")]);
    const [shop, wiki, errors] = await all();
    expect(shop).to.include({ parentIncidentId: null, groupId: shop?.id });
    expect(wiki).to.include({ parentIncidentId: null, groupId: shop?.id });
    expect(errors).to.include({ parentIncidentId: wiki?.id });
    expect((await decisions()).map(({ action }) => action)).to.deep.equal(["merge", "group", "none"]);
  });

  it("only links where that is all it may do, and does nothing where it is off", async () => {
    await detect([signal("shop"), signal("shop", "Slow")], "group");
    expect((await all()).map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal([null, null]);
    expect((await decisions())[0]).to.include({ action: "group", ruleName: "built-in" });
    now += HOUR_MS;
    await detect([signal("wiki"), signal("wiki", "Slow")], "off");
    expect((await decisions()).slice(0, 2).map(({ action }) => action)).to.deep.equal(["none", "none"]);
  });

  it("keeps environments and organizations apart, and what known calls don't join", async () => {
    await calls("shop", ["payments"]);
    await calls("wiki", ["search"]);
    await detect([
      signal("shop"),
      signal("shop", "Slow", { environment: "staging" }),
      signal("shop", "Full", { organizationId: OTHER.organizationId }),
      signal("search"),
    ]);
    expect((await decisions()).map(({ action }) => action)).to.deep.equal(["none", "none", "none"]);
    now += MINUTE_MS;
    await detect([signal("shop", "Late", { environment: " PROD " })]);
    expect((await decisions())[0]).to.include({ action: "merge" });
  });

  it("leaves to rules what they match, and what people open", async () => {
    const conditions = { matchFields: ["service"], timeWindowMinutes: 5 } as const;
    const given = { name: "link", description: "", conditions, action: "group" } as const;
    const { id } = await createRule(createRuleStore(database), ACME, given, now);
    await detect([signal("shop"), signal("shop", "Slow")]);
    expect((await decisions())[0]).to.include({ action: "group", ruleId: id, ruleName: "link" });
    now += HOUR_MS;
    const manual = incident({ ruleId: null, signalType: "manual", primaryService: "wiki", affectedServices: ["wiki"] });
    await createIncidentStore(database, { now: () => now }, { builtIn: "merge" }).create(ACME, manual, []);
    await detect([signal("wiki")]);
    expect((await decisions()).slice(0, 2).map(({ action }) => action)).to.deep.equal(["none", "none"]);
  });

  it("merges into nothing that is over", async () => {
    await detect([signal("shop")]);
    const { id } = await byTitle("Errors in shop");
    await changeStatus(incidents(), ACME, id, "RESOLVED", now);
    now += MINUTE_MS;
    await detect([signal("shop", "Slow")]);
    expect(await byTitle("Slow in shop")).to.include({ parentIncidentId: null, groupId: null });
  });

  it("never joins again what a person took apart, in whichever order and however often the alarms ring anew", async () => {
    await detect([signal("shop"), signal("shop", "Slow")]);
    const child = await byTitle("Slow in shop");
    await unmerge(createFamilyStore(database, { now: () => now }), ACME, child.id);
    await detect([signal("shop", "Slow")]);
    expect(await byTitle("Slow in shop")).to.include({ id: child.id, parentIncidentId: null });
    for (const names of [
      ["Errors", "Slow", "Full"],
      ["Slow", "Errors"],
      ["Errors", "Slow"],
    ]) {
      for (const { id } of await all()) await changeStatus(incidents(), ACME, id, "CLOSED", now);
      now += 2 * HOUR_MS;
      await detect(names.map((name) => signal("shop", name)));
      expect(await byTitle("Slow in shop")).to.include({ createdAt: now, parentIncidentId: null, groupId: null });
      expect(await byTitle("Errors in shop")).to.include({ parentIncidentId: null, groupId: null });
    }
    // It may be either's.
    expect((await byTitle("Full in shop")).parentIncidentId).to.be.a("string");
  });

  it("joins anew what came off by itself, since its parent was closed", async () => {
    await detect([signal("shop"), signal("shop", "Slow")]);
    const child = await byTitle("Slow in shop");
    await changeStatus(incidents(), ACME, child.id, "RESOLVED", now);
    await changeStatus(incidents(), ACME, child.parentIncidentId ?? "", "CLOSED", now);
    now += MINUTE_MS;
    await detect([signal("shop", "Slow")]);
    expect(await byTitle("Slow in shop")).to.include({ id: child.id, status: "OPEN", parentIncidentId: null });
    await changeStatus(incidents(), ACME, child.id, "RESOLVED", now);
    now += 2 * HOUR_MS;
    await detect([signal("shop"), signal("shop", "Slow")]);
    expect((await byTitle("Slow in shop")).parentIncidentId).to.equal((await byTitle("Errors in shop")).id);
  });

  it("hides nothing behind what is less grave, and merges with what is as grave then", async () => {
    await calls("shop", ["payments"]);
    await detect([signal("shop", "Odd", { severity: "LOW" })]);
    await detect([signal("shop", "Fatal", { severity: "CRITICAL" })]);
    const [odd, fatal] = await all();
    expect(fatal).to.include({ parentIncidentId: null, groupId: odd?.id, severity: "CRITICAL" });
    await detect([signal("shop", "Late", { severity: "LOW" }), signal("payments", "Down", { severity: "CRITICAL" })]);
    expect((await all()).slice(2).map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal([
      fatal?.id,
      fatal?.id,
    ]);
    expect(await byTitle("Odd in shop")).to.include({ severity: "LOW", parentIncidentId: null });
  });

  it("lets a parent be found by the services that are merged into it, up to a bound", async () => {
    const leaves = Array.from({ length: AFFECTED_SERVICES_MAX }, (_, index) => `leaf-${index}`);
    await calls("hub", leaves);
    await detect([signal("hub"), ...leaves.map((leaf) => signal(leaf))]);
    const [parent, ...children] = await all();
    expect(parent?.affectedServices).to.have.members(["hub", ...leaves.slice(0, -1)]);
    expect(children.map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal([
      ...Array(AFFECTED_SERVICES_MAX - 1).fill(parent?.id),
      null,
    ]);
    const filter = { service: "leaf-7", deduplicated: true, sortBy: "recency", limit: 10 } as const;
    const found = (await incidents().list(ACME, filter)).incidents;
    expect(found.map(({ id }) => id)).to.deep.equal([parent?.id]);
  });

  it("tells a channel of a storm once, and those of a service when the storm reaches it", async () => {
    await calls("shop", ["payments"]);
    const channels = createChannelStore(database);
    for (const [name, services] of [
      ["all", []],
      ["payments", ["payments"]],
      ["wiki", ["wiki"]],
    ] as const) {
      await channels.add(ACME, channel({ name, services }));
    }
    await detect([signal("shop"), signal("shop", "Slow"), signal("payments"), signal("payments", "Slow")]);
    const parent = await byTitle("Errors in shop");
    const { deliveries } = await channels.deliveries(ACME, { limit: 100 });
    const told = deliveries.toReversed().map(({ channelName, event, incidentId }) => [channelName, event, incidentId]);
    expect(told).to.have.deep.members([
      ["all", "incident_created", parent.id],
      ["all", "merged", parent.id],
      ["payments", "incident_created", parent.id],
    ]);
  });

  it("lets a group last for an hour, too", async () => {
    for (let index = 0; index < 18; index += 1) {
      await detect([signal("shop", `Trouble ${index}`)], "group");
      now += 4 * MINUTE_MS;
    }
    const groups = (await all()).map(({ groupId }) => groupId);
    const [first, next] = [await byTitle("Trouble 0 in shop"), await byTitle("Trouble 16 in shop")];
    expect(groups).to.deep.equal([...Array(16).fill(first.id), next.id, next.id]);
  });
});
