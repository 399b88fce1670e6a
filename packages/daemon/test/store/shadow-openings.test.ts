import { expect } from "chai";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { createMaintenanceStore } from "../../src/store/maintenance/maintenance-store.ts";
import { onEachEngine } from "./engines.ts";
import { BURST, FATAL } from "./quality-world.ts";
import { ACME, candidate, NOW, OTHER, round } from "./samples.ts";
import { shadowWorld } from "./shadow-world.ts";

onEachEngine("A rule", (fresh) => {
  const world = shadowWorld(fresh);

  describe("in shadow", () => {
    it("opens nothing and writes down what it would have opened, from the file or from the organization", async () => {
      await world.commit({}, { autoDiagnose: false, shadowRules: new Set([BURST]) });
      await world.setTo(FATAL, "shadow");
      await world.commit({ ruleId: FATAL, deduplicationKey: "fatal", severity: "CRITICAL" });
      await world.commit({ organizationId: "other", ruleId: FATAL, deduplicationKey: "theirs" });
      expect(await world.all()).to.deep.equal([]);
      expect(await world.all(OTHER)).to.have.length(1);
      expect((await world.listed()).map(({ ruleId, severity }) => `${ruleId} ${severity}`)).to.deep.equal([
        `${FATAL} CRITICAL`,
        `${BURST} HIGH`,
      ]);
      expect(await world.listed(OTHER)).to.deep.equal([]);
      const [opening] = await world.listed();
      expect(await world.world.shadows.get(ACME, opening?.id ?? "")).to.deep.equal(opening);
    });

    it("opens incidents again for an organization that says so against the file", async () => {
      await world.setTo(BURST, "shadow");
      await world.setTo(BURST, "active");
      await world.commit({}, { autoDiagnose: false, shadowRules: new Set([BURST]) });
      expect(await world.all()).to.have.length(1);
      expect(await world.listed()).to.deep.equal([]);
    });

    it("counts what goes on, or comes back within an hour, on the same opening", async () => {
      await world.setTo(BURST, "shadow");
      await world.commit({ observations: 2 });
      world.world.now += 30 * MINUTE_MS;
      await world.commit({ severity: "CRITICAL" });
      expect(await world.listed()).to.have.length(1);
      expect((await world.listed())[0]).to.include({
        observations: 3,
        severity: "CRITICAL",
        openedAt: NOW,
        lastSeenAt: world.world.now,
      });
      world.world.now += 62 * MINUTE_MS;
      await world.commit({});
      expect(await world.listed()).to.have.length(2);
    });

    it("writes nothing twice where telemetry is delivered again", async () => {
      await world.setTo(BURST, "shadow");
      const commitBatches = createCommitBatchStore(world.world.database);
      const given = {
        candidates: [candidate()],
        progress: { consumers: [{ consumer: "embedded", from: 0, position: 3 }] },
      };
      expect(await commitBatches.commit(round(given), openIncidents, world.world.now)).to.equal("stored");
      expect(await commitBatches.commit(round(given), openIncidents, world.world.now)).to.equal("already_consumed");
      await commitBatches.dryRun(round({ candidates: [candidate()] }), openIncidents, world.world.now);
      expect((await world.listed()).map(({ observations }) => observations)).to.deep.equal([1]);
    });

    it("lets what it has open go on", async () => {
      const { id } = await world.open("a");
      await world.setTo(BURST, "shadow");
      world.world.now += 30_000;
      await world.commit({ deduplicationKey: "a" });
      expect(await world.world.incidents.get(ACME, id)).to.include({ duplicateCount: 1, lastSeenAt: world.world.now });
      expect(await world.listed()).to.deep.equal([]);
      await world.move(id, "RESOLVED");
      world.world.now += 1000;
      await world.commit({ deduplicationKey: "a" });
      expect((await world.world.incidents.get(ACME, id)).status).to.equal("RESOLVED");
      expect(await world.listed()).to.have.length(1);
    });

    it("sees nothing of planned work", async () => {
      await world.setTo(BURST, "shadow");
      await createMaintenanceStore(world.world.database, { now: () => world.world.now }).add(ACME, {
        id: "w",
        organizationId: "acme",
        services: ["checkout"],
        startsAt: world.world.now,
        endsAt: world.world.now + DAY_MS,
        overAt: world.world.now + DAY_MS,
        endedBy: null,
        reason: "work",
        createdBy: "Ann",
        createdAt: world.world.now,
        updatedAt: world.world.now,
        heldCount: 0,
        openedCount: 0,
        droppedCount: 0,
      });
      await world.commit({});
      expect(await world.listed()).to.deep.equal([]);
    });
  });
});
