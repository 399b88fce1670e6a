import { expect } from "chai";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { severities } from "../../src/model/incident.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { onEachEngine } from "../store/engines.ts";
import { NOW } from "../store/samples.ts";
import { useSeenConditions } from "./seen-conditions.ts";

onEachEngine("An incident that is LOW", (fresh) => {
  const { database, another: begin } = useSeenConditions(fresh);

  it("takes a more severe one that begins with it, and none that begins later", async () => {
    const { see, parents, incidentWith } = begin();
    await see(0, "cpu");
    await see(4, "pool");
    await see(10, "cpu");
    await see(12, "errors", { severity: "HIGH" });
    await see(13, "latency", { severity: "HIGH" });
    await see(14, "load");
    expect(await parents()).to.deep.equal({ cpu: null, pool: "cpu", errors: null, latency: "errors", load: "errors" });
    expect((await incidentWith("cpu"))?.severity).to.equal("LOW");

    const early = begin();
    await early.see(0, "cpu");
    await early.see(4, "errors", { severity: "HIGH" });
    expect(await early.parents()).to.deep.equal({ cpu: null, errors: "cpu" });
    expect((await early.incidentWith("cpu"))?.severity).to.equal("HIGH");
  });

  it("is left by a later child that becomes more severe, with those that opened at about its time", async () => {
    const { see, parents, incidentWith } = begin();
    await see(0, "cpu");
    await see(1, "pool");
    for (const minute of [10, 20]) await see(minute, "cpu");
    await see(21, "errors");
    await see(22, "latency");
    expect(await parents()).to.deep.equal({ cpu: null, pool: "cpu", errors: "cpu", latency: "cpu" });
    await see(23, "errors", { severity: "HIGH" });
    await see(24, "latency", { severity: "MEDIUM" });
    await see(25, "queue", { severity: "HIGH" });
    expect(await parents()).to.deep.equal({
      cpu: null,
      pool: "cpu",
      errors: null,
      latency: "errors",
      queue: "errors",
    });
    expect(await incidentWith("errors")).to.deep.include({ severity: "HIGH", duplicateCount: 4 });
    expect(await incidentWith("cpu")).to.deep.include({ severity: "LOW", duplicateCount: 3 });
  });

  it("takes what it climbed to, and what a rule of the organization merges into it", async () => {
    const climbing = begin();
    const title = "Disk use of checkout climbed: disk_used_percent 44 instead of 30";
    for (const minute of [0, 10, 20]) await climbing.see(minute, "disk", { title });
    await climbing.see(21, "errors", { severity: "HIGH" });
    expect(await climbing.parents()).to.deep.equal({ disk: null, errors: "disk" });

    const ruled = begin();
    const conditions = {
      matchFields: ["service"],
      timeWindowMinutes: 60,
      severities,
      signalTypes: ["log_error_burst"],
    } as const;
    const rule = { name: "all", description: "", conditions, action: "merge", priority: 0, enabled: true } as const;
    await createRule(createRuleStore(database()), ruled.scope, rule, NOW);
    await ruled.see(0, "cpu");
    await ruled.see(10, "errors");
    await ruled.see(11, "errors", { severity: "HIGH" });
    await ruled.see(12, "latency", { severity: "HIGH" });
    expect(await ruled.parents()).to.deep.equal({ cpu: null, errors: "cpu", latency: "cpu" });
    expect((await ruled.incidentWith("cpu"))?.severity).to.equal("HIGH");
  });

  it("is what a HIGH one reopens as where its signal comes back LOW, until it grows", async () => {
    const { see, resolve, incidentWith } = begin();
    await see(0, "errors", { severity: "HIGH" });
    const { id } = (await incidentWith("errors")) ?? {};
    await resolve(20);
    await see(30, "errors");
    expect(await incidentWith("errors")).to.deep.include({ id, status: "OPEN", severity: "LOW" });
    await see(31, "errors", { severity: "HIGH" });
    expect(await incidentWith("errors")).to.deep.include({ id, severity: "HIGH" });
  });
});
