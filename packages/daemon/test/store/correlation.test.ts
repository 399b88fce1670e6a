import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { type CorrelationRule, createRule, type GivenRule, updateRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore, Opened } from "../../src/incident/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import { type Incident, severities } from "../../src/model/incident.ts";
import { CORRELATION_RULES_MAX } from "../../src/model/record-limits.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import { createDecisionStore } from "../../src/store/correlation/ledger.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, incident, NOW, OTHER, opened, round } from "./samples.ts";

onEachEngine("Correlation", (fresh) => {
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

  const rule = (action: CorrelationRule["action"], given: Partial<GivenRule> = {}, scope = ACME) =>
    createRule(
      createRuleStore(database),
      scope,
      {
        name: action,
        description: "",
        conditions: { matchFields: ["service"], timeWindowMinutes: 30 },
        action,
        ...given,
      },
      now,
    );
  const create = (given: Partial<Incident> = {}, scope: Scope = ACME): Promise<Opened> =>
    incidents.create(
      scope,
      incident({
        organizationId: scope.organizationId,
        createdAt: now,
        updatedAt: now,
        lastSeenAt: now,
        resolveAfterMs: 15 * MINUTE_MS,
        ...given,
      }),
      [],
    );
  const open = async (given: Partial<Incident> = {}): Promise<Incident> => opened(await create(given));
  const read = (id: string): Promise<Incident> => incidents.get(ACME, id);
  const timeline = async (id: string): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type, title }) => `${type}: ${title}`);
  const decisions = async (scope = ACME) => (await createDecisionStore(database).list(scope, { limit: 100 })).decisions;
  const announced = async (): Promise<string[]> =>
    (await createStreamStore(database).after(ACME, 0, 1000)).map(({ data }) => (JSON.parse(data) as Incident).title);
  const signal = (given: Partial<Candidate>): Promise<CommitOutcome> =>
    createCommitBatchStore(database).commit(round({ candidates: [candidate(given)] }), openIncidents, now);

  it("merges a newer incident into the open one, says so at both and shows what is grave", async () => {
    const { id: ruleId } = await rule("merge", { name: "One a service" });
    const parent = await open({ title: "first", severity: "LOW" });
    now += 2.54 * MINUTE_MS;
    const child = await open({ title: "second", severity: "CRITICAL" });
    expect(child.parentIncidentId).to.equal(parent.id);
    expect(await read(child.id)).to.deep.equal(child);
    expect(await read(parent.id)).to.include({
      duplicateCount: 1,
      severity: "CRITICAL",
      lastSeenAt: now,
      parentIncidentId: null,
    });
    expect(await timeline(child.id)).to.deep.equal(["merged: Merged into: first"]);
    expect(await timeline(parent.id)).to.deep.equal(["merged: Another incident was merged, now CRITICAL: second"]);
    const [told] = await incidents.timeline(ACME, parent.id);
    const compared = { service: "checkout" };
    expect(told?.metadata).to.deep.include({ ruleId, compared, gapMinutes: 2.5, severityRaisedTo: "CRITICAL" });
    expect(told?.metadata).to.include({ ruleName: "One a service", childIncidentId: child.id, duplicateCount: 1 });
    expect(await announced()).to.deep.equal(["first", "second", "first"]);
    expect(await incidents.countOpen()).to.include({ LOW: 0, CRITICAL: 2 });
    const [decision, none] = await decisions();
    expect(decision).to.deep.include({ incidentId: child.id, relatedIncidentId: parent.id, ruleId, compared });
    expect(decision).to.include({ action: "merge", gapMinutes: 2.5, reason: "Same service, 2.5 minutes apart." });
    expect(none).to.include({ incidentId: parent.id, action: "none", ruleId: null, relatedIncidentId: null });
  });

  it("hangs what matches a child on the child's parent, also where the parent is long out of the window", async () => {
    await rule("merge");
    const parent = await open();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      now += 30 * MINUTE_MS;
      const child = await open();
      expect(child.parentIncidentId).to.equal(parent.id);
      ids.push(child.id);
    }
    expect((await read(parent.id)).duplicateCount).to.equal(3);
    const [last] = await decisions();
    expect(last).to.include({ relatedIncidentId: ids[1], gapMinutes: 30 });
    expect(last?.reason).to.contain(parent.id);
    now += 30 * MINUTE_MS + 1;
    expect((await open()).parentIncidentId).to.equal(null);
  });

  it("links what it groups, over or not, and leaves both as they are", async () => {
    await rule("group");
    const first = await open({ title: "first" });
    await changeStatus(incidents, ACME, first.id, "CLOSED", now);
    const closed = await read(first.id);
    now += MINUTE_MS;
    const second = await open({ title: "second" });
    const third = await open({ title: "third", severity: "LOW" });
    expect([second.groupId, third.groupId]).to.deep.equal([first.id, first.id]);
    expect(await read(first.id), "closed when it was").to.deep.equal({ ...closed, groupId: first.id });
    expect((await read(second.id)).duplicateCount).to.equal(0);
    expect((await timeline(first.id)).slice(1)).to.deep.equal(["grouped: Linked as related: second"]);
    expect(await timeline(second.id)).to.deep.equal([
      "grouped: Linked as related: first",
      "grouped: Linked as related: third",
    ]);
    expect(await announced()).to.deep.equal(["first", "first", "second", "first", "third", "second"]);
  });

  it("stores nothing of what it suppresses but the decision", async () => {
    const { id: ruleId } = await rule("suppress");
    const first = await open();
    const again = await create();
    const [decision] = await decisions();
    expect(again).to.deep.equal({ outcome: "suppressed", ruleId, decisionId: decision?.id });
    expect(decision).to.include({ action: "suppress", relatedIncidentId: first.id, repeats: 0, lastAt: now });
    const { incidents: all } = await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 9 });
    expect(all.map(({ id }) => id)).to.deep.equal([first.id]);
    expect(await announced()).to.have.length(1);
  });

  it("counts a suppressed signal that goes on in one decision, and begins another when it paused for an hour", async () => {
    const conditions = { matchFields: ["service"], timeWindowMinutes: 300 } as const;
    await rule("suppress", { conditions });
    await open();
    const began = now;
    for (let minute = 0; minute < 90; minute++) {
      await signal({});
      now += MINUTE_MS;
    }
    const told = async () =>
      (await decisions()).map(({ action, repeats, lastAt }) => [action, repeats, lastAt - began]);
    expect(await told()).to.deep.equal([
      ["suppress", 89, 89 * MINUTE_MS],
      ["none", 0, 0],
    ]);
    await signal({ deduplicationKey: "another" });
    now += HOUR_MS;
    await signal({});
    expect((await told()).map(([action, repeats]) => `${action} ${repeats}`)).to.deep.equal([
      "suppress 0",
      "suppress 0",
      "suppress 89",
      "none 0",
    ]);
  });

  it("neither merges into nor suppresses beside what is over", async () => {
    const { id } = await rule("merge");
    const first = await open();
    await changeStatus(incidents, ACME, first.id, "RESOLVED", now);
    const second = await open();
    expect(second.parentIncidentId).to.equal(null);
    await updateRule(createRuleStore(database), ACME, id, { action: "suppress" }, now);
    await changeStatus(incidents, ACME, second.id, "CLOSED", now);
    expect((await create()).outcome).to.equal("opened");
  });

  it("tries rules by priority, leaves out those that are off, and stays within the organization", async () => {
    await rule("suppress", { priority: 90, enabled: false });
    await rule("suppress", {
      priority: 80,
      conditions: { matchFields: ["service"], timeWindowMinutes: 30, severities: ["LOW"] },
    });
    await rule("merge", { priority: 1 });
    const { id: ruleId } = await rule("group", { priority: 2.5 });
    await rule("suppress", { priority: 99 }, OTHER);
    await open();
    await open();
    expect((await decisions())[0]).to.include({ action: "group", ruleId });
    expect((await create({}, OTHER)).outcome).to.equal("opened");
    expect((await decisions(OTHER)).map(({ action }) => action)).to.deep.equal(["none"]);
    expect(await createRuleStore(database).list(OTHER)).to.have.length(1);
  });

  it("compares no service where there is none", async () => {
    await rule("merge");
    await open({ primaryService: null });
    expect((await open({ primaryService: null })).parentIncidentId).to.equal(null);
  });

  it("finds a partner many blocks back, and reads no more where none is", async function () {
    this.timeout(60_000);
    // As if most had gone: what counts is how many blocks there are.
    const rows = Array.from({ length: 1000 }, (_, index) => {
      const primaryService = index === 7 ? "rare" : `api-${index % 5}`;
      const made = incident({ severity: "CRITICAL", primaryService, createdAt: NOW + index });
      return { ...made, number: 1 + index * 100, severityRank: severities.indexOf("CRITICAL"), quietAt: null };
    });
    await database.write(async (transaction) => {
      await insertRows(transaction, incidentTable, rows);
      const marked = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
      await fillPostings(transaction, "acme", marked);
    });
    const timeWindowMinutes = 60;
    for (let n = 0; n < 20; n++) {
      await rule("suppress", {
        priority: n,
        conditions: { matchFields: ["service", "signalType"], timeWindowMinutes, signalTypes: ["log_fatal"] },
      });
    }
    await rule("merge", { priority: -1, conditions: { matchFields: ["service"], timeWindowMinutes } });
    now = NOW + rows.length;
    const asked: string[] = [];
    const counting = createIncidentStore(
      {
        ...database,
        write: (work) =>
          database.write((transaction) => {
            const query = transaction.query.bind(transaction);
            transaction.query = ((sql: string, parameters: unknown[]) => {
              if (sql.includes("incident_posting") && sql.startsWith("select")) asked.push(sql);
              return query(sql, parameters);
            }) as typeof transaction.query;
            return work(transaction);
          }),
      },
      { now: () => now },
    );
    const make = (primaryService: string) =>
      counting.create(ACME, incident({ primaryService, signalType: "log_fatal", createdAt: now }), []);
    expect(opened(await make("rare")).parentIncidentId).to.equal(rows[7]?.id);
    const reads = asked.length;
    expect(opened(await make("unheard of")).parentIncidentId).to.equal(null);
    expect(reads, "what was read for one rule serves the next").to.be.below(20);
    expect(asked.length - reads).to.be.below(10);
  });

  it("keeps rules within their number", async () => {
    const rules = createRuleStore(database);
    const [first] = await Promise.all(Array.from({ length: CORRELATION_RULES_MAX }, () => rule("group")));
    const refusal = await rule("group").catch((error: ApplicationError) => error);
    expect(refusal).to.have.property("code", "limit_reached");
    await rules.remove(ACME, first?.id as string);
    await rule("group");
    const gone = await rules.get(ACME, first?.id as string).catch((error: ApplicationError) => error);
    expect(gone).to.have.property("code", "correlation_rule_not_found");
    const theirs = (await rule("group", {}, OTHER)).id;
    for (const attempt of [() => rules.get(ACME, theirs), () => rules.remove(ACME, theirs)]) {
      expect(await attempt().catch((error: ApplicationError) => error)).to.have.property(
        "code",
        "correlation_rule_not_found",
      );
    }
  });

  it("leaves what a rule decided when the rule goes, for 400 days", async () => {
    const { id } = await rule("merge", { name: "gone" });
    const parent = await open();
    const child = await open();
    await createRuleStore(database).remove(ACME, id);
    expect((await read(child.id)).parentIncidentId).to.equal(parent.id);
    expect((await decisions())[0]).to.include({ ruleId: id, ruleName: "gone" });
    const commitBatches = createCommitBatchStore(database);
    await commitBatches.tidy(now + 400 * DAY_MS);
    expect(await decisions()).to.have.length(2);
    await commitBatches.tidy(now + 400 * DAY_MS + 1);
    expect(await decisions()).to.have.length(0);
  });
});
