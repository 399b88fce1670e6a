import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { severities } from "../../src/model/incident.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { correlationWorld } from "./correlation-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

onEachEngine("The partner that correlation finds", (fresh) => {
  const world = correlationWorld(fresh);

  it("tries rules by priority, leaves out those that are off, and stays within the organization", async () => {
    await world.rule("suppress", { priority: 90, enabled: false });
    await world.rule("suppress", {
      priority: 80,
      conditions: { matchFields: ["service"], timeWindowMinutes: 30, severities: ["LOW"] },
    });
    await world.rule("merge", { priority: 1 });
    const { id: ruleId } = await world.rule("group", { priority: 2.5 });
    await world.rule("suppress", { priority: 99 }, OTHER);
    await world.open();
    await world.open();
    expect((await world.decisions())[0]).to.include({ action: "group", ruleId });
    expect((await world.create({}, OTHER)).outcome).to.equal("opened");
    expect((await world.decisions(OTHER)).map(({ action }) => action)).to.deep.equal(["none"]);
    expect(await createRuleStore(world.database).list(OTHER)).to.have.length(1);
  });

  it("compares no service where there is none", async () => {
    await world.rule("merge");
    await world.open({ primaryService: null });
    expect((await world.open({ primaryService: null })).parentIncidentId).to.equal(null);
  });

  it("finds a partner many blocks back, and reads no more where none is", async function () {
    this.timeout(60_000);
    // As if most had gone: what counts is how many blocks there are.
    const rows = Array.from({ length: 1000 }, (_, index) => {
      const primaryService = index === 7 ? "rare" : `api-${index % 5}`;
      const made = incident({ severity: "CRITICAL", primaryService, createdAt: NOW + index });
      return { ...made, number: 1 + index * 100, severityRank: severities.indexOf("CRITICAL"), quietAt: null };
    });
    await world.database.write(async (transaction) => {
      await insertRows(transaction, incidentTable, rows);
      const marked = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
      await fillPostings(transaction, "acme", marked);
    });
    const timeWindowMinutes = 60;
    for (let n = 0; n < 20; n++) {
      await world.rule("suppress", {
        priority: n,
        conditions: { matchFields: ["service", "signalType"], timeWindowMinutes, signalTypes: ["log_fatal"] },
      });
    }
    await world.rule("merge", { priority: -1, conditions: { matchFields: ["service"], timeWindowMinutes } });
    world.now = NOW + rows.length;
    const asked: string[] = [];
    const counting = createIncidentStore(
      {
        ...world.database,
        write: (work) =>
          world.database.write((transaction) => {
            const query = transaction.query.bind(transaction);
            transaction.query = ((sql: string, parameters: unknown[]) => {
              if (sql.includes("incident_posting") && sql.startsWith("select")) asked.push(sql);
              return query(sql, parameters);
            }) as typeof transaction.query;
            return work(transaction);
          }),
      },
      { now: () => world.now },
    );
    const make = (primaryService: string) =>
      counting.create(ACME, incident({ primaryService, signalType: "log_fatal", createdAt: world.now }), []);
    expect(opened(await make("rare")).parentIncidentId).to.equal(rows[7]?.id);
    const reads = asked.length;
    expect(opened(await make("unheard of")).parentIncidentId).to.equal(null);
    expect(reads, "what was read for one rule serves the next").to.be.below(20);
    expect(asked.length - reads).to.be.below(10);
  });
});
