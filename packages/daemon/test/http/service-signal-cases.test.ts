import { expect } from "chai";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { drained } from "../support/daemon.ts";
import { serviceHistory } from "./service-history.ts";

describe("Signals of a service over HTTP", function () {
  this.timeout(60_000);
  const world = serviceHistory();

  it("raise the priority where the budget burns fast, and say with which numbers", async () => {
    const organization = "burning";
    const slo = { objectivePct: 99.9, windowDays: 30 };
    await world.catalogue(organization, "pay", { ownerTeam: "payments", tier: "tier-1", slo });
    const begin = Date.now();
    // 2 % of errors within the hour on 39,000 logs without any: half of what is allowed.
    for (let batch = 0; batch < 13; batch++) {
      await world.send(organization, "/events/logs/batch", world.logs("pay", begin - 5 * DAY_MS, 3000, 0));
    }
    await world.send(organization, "/events/logs/batch", world.logs("pay", begin - MINUTE_MS, 1000, 20));
    await drained(world.daemon, { organization });
    const { id } = await world.open(organization, ["pay"], "MEDIUM");
    const { level, reason, sloContext } = await world.signal(id, "priority-signal", organization);
    expect(sloContext).to.include({ errorBudgetRemainingPct: 50, burnRatePctPerHour: 50, projectedExhaustionHours: 1 });
    expect(sloContext).to.include({ burnState: "fast_burn", burnWindowHours: 1, atRisk: true, breached: false });
    expect(level).to.equal("P2");
    expect(reason).to.contain("20 errors in 40000 logs").and.to.contain("20 times as fast");
  });

  it("count the errors that opened the incident, however short it has been open", async () => {
    const organization = "burst";
    const at = Date.now() - 5 * MINUTE_MS;
    await world.send(organization, "/events/logs/batch", world.logs("pay", at, 60, 50));
    await drained(world.daemon, { organization });
    const opened = (await world.get("/incidents", organization)).json<{ id: string; signalType: string }[]>();
    const burst = opened.find(({ signalType }) => signalType === "log_error_burst");
    expect(burst, JSON.stringify(opened)).to.not.equal(undefined);
    const priority = await world.signal(burst?.id ?? "", "priority-signal", organization);
    expect(priority).to.include({ eventCount: 60 });
    expect(priority.reason).to.contain("60 events, 50 errors among them");
    expect(priority.reason).to.match(/from its first evidence, 5 min before it was opened/);
  });

  it("are zeros with a reason where the incident names no service, or nothing is known of it", async () => {
    const organization = "nothing";
    for (const services of [[], ["unheard-of"]]) {
      const { id } = await world.open(organization, services, "LOW");
      const priority = await world.signal(id, "priority-signal", organization);
      expect(priority).to.include({ level: "P4", eventCount: 0, serviceCount: services.length });
      expect(priority.sloContext).to.include({ tier: "unmapped", burnState: "healthy", objectiveTargetPct: 0 });
      const preventive = await world.signal(id, "preventive-signal", organization);
      expect(preventive).to.include({ state: "low", sameServiceIncidents: services.length, criticalIncidents: 0 });
      const risk = await world.signal(id, "deployment-risk", organization);
      expect(risk).to.include({
        state: "low",
        score: 0,
        deploymentCount: 0,
        postDeployIncidents: 0,
        latestDeploymentAt: null,
      });
      for (const said of [priority.reason, ...preventive.reasons, ...risk.reasons]) expect(said).to.not.equal("");
    }
  });

  it("are another organization's secret, like an incident that isn't there", async () => {
    const { id } = await world.open("mine", ["pay"]);
    for (const name of ["priority-signal", "preventive-signal", "deployment-risk"]) {
      const theirs = await world.get(`/incidents/${id}/${name}`, "theirs");
      expect(theirs.status).to.equal(404);
      const missing = await world.get(`/incidents/01900000-0000-7000-8000-000000000000/${name}`, "theirs");
      expect(missing.status).to.equal(404);
    }
  });
});
