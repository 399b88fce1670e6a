import { expect } from "chai";
import { createCommitBatchStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { appendTimeline } from "../../src/incident/append-timeline.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { Severity } from "../../src/model/incident.ts";
import { onEachEngine } from "./engines.ts";
import { created, DELIVERED, notificationWorld } from "./notification-world.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

onEachEngine("The content of notifications", (fresh) => {
  const { time, world, listen, open, move, list, events, claimed } = notificationWorld(fresh);

  it("are written with what happened, one for each channel that wants them, and not where it is taken back", async () => {
    await open();
    expect(await list()).to.have.length(0);
    const [all, severe] = [await listen({ name: "all" }), await listen({ name: "grave", minSeverity: "CRITICAL" })];
    await listen({ name: "other service", services: ["ledger"] });
    await listen({ name: "other event", events: ["escalated"] });
    await listen({ name: "switched off", enabled: false });
    const made = await open();
    expect(await list()).to.have.length(1);
    const [delivery] = await list();
    expect(delivery).to.deep.include({
      channelId: all.id,
      channelName: "all",
      incidentId: made.id,
      event: "incident_created",
      status: "pending",
      attempts: 0,
      createdAt: NOW,
      nextTryAt: NOW,
      deliveredAt: null,
    });
    await open({ severity: "CRITICAL" });
    expect(await list({ channelId: severe.id })).to.have.length(1);
    const broken = world.incidents.change(ACME, made.id, () => {
      throw new Error("no");
    });
    await broken.catch(() => undefined);
    await createUnits(world.database)
      .run(made.organizationId, async (unit) => {
        await appendTimeline(unit, made, [created], time.now);
        throw new Error("no");
      })
      .catch(() => undefined);
    expect(await list({ incidentId: made.id })).to.have.length(1);
  });

  it("tell that an incident got graver, and those that it was too slight for that it is there", async () => {
    await listen({ name: "all" });
    const severe = await listen({ name: "grave", minSeverity: "CRITICAL" });
    const see = (severity: Severity) =>
      createCommitBatchStore(world.database).commit(
        round({ candidates: [candidate({ severity, observedAt: time.now })] }),
        openIncidents,
        time.now,
      );
    for (const severity of ["MEDIUM", "MEDIUM", "CRITICAL", "MEDIUM", "CRITICAL"] as const) {
      time.now += 1000;
      await see(severity);
    }
    expect(await events({ channelId: severe.id })).to.deep.equal(["incident_created"]);
    expect((await events()).filter((event) => event === "severity_raised")).to.have.length(1);
    expect(await events()).to.have.length(3);
  });

  it("hold the incident as it was then", async () => {
    await listen();
    const made = await open();
    await move(made.id, "RESOLVED");
    const first = await claimed();
    const [{ snapshot }] = first.deliveries;
    expect(JSON.parse(snapshot)).to.deep.nested.include({
      "incident.id": made.id,
      "incident.status": "OPEN",
      "entry.title": "Incident created",
    });
    await world.outbox.record(first, DELIVERED, time.now);
    const [second] = (await claimed()).deliveries;
    expect(JSON.parse(second.snapshot)).to.deep.nested.include({ "incident.status": "RESOLVED" });
  });

  it("of merged incidents are silent but for what people act on", async () => {
    await listen();
    const parent = await open();
    const child = await open({ parentIncidentId: parent.id });
    expect(await list({ incidentId: child.id })).to.have.length(0);
    await move(parent.id, "RESOLVED");
    expect(await events({ incidentId: child.id })).to.deep.equal([]);
    expect(await events({ incidentId: parent.id })).to.deep.equal(["incident_created", "status_changed"]);
    const entry = { ...created, type: "escalated" } as const;
    await world.incidents.change(ACME, child.id, () => ({ fields: {}, timeline: [entry], announce: false }));
    expect(await events({ incidentId: child.id })).to.deep.equal(["escalated"]);
  });

  it("are paged, the newest first", async () => {
    await listen();
    for (let count = 0; count < 5; count++) await open();
    const all = await list();
    const page = await world.channels.deliveries(ACME, { limit: 2 });
    const next = await world.channels.deliveries(ACME, { limit: 3, cursor: page.cursor });
    expect([...page.deliveries, ...next.deliveries]).to.deep.equal(all);
    expect(next.cursor).to.equal(undefined);
  });
});
