import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { roundToTenth } from "../../src/kernel/rounding.ts";
import { drained } from "../support/daemon.ts";
import { type Incident, serviceHistory } from "./service-history.ts";

/** What is sent, by its age: far enough from the edges of all windows that it doesn't matter when the test runs. */
const HISTORY: readonly (readonly [ageMs: number, logs: number, errors: number])[] = [
  [2 * MINUTE_MS, 400, 20],
  [20 * MINUTE_MS, 300, 10],
  [3.2 * HOUR_MS, 400, 10],
  [12 * HOUR_MS, 500, 5],
  [50 * HOUR_MS, 600, 5],
  [10 * DAY_MS, 1800, 10],
  [40 * DAY_MS, 100, 90],
];
const OBJECTIVE = { objectivePct: 98, windowDays: 30 };
/** Burn rate, long and short window. */
const RULES = [
  [14.4, HOUR_MS, 5 * MINUTE_MS, "fast_burn"],
  [6, 6 * HOUR_MS, 30 * MINUTE_MS, "fast_burn"],
  [3, 24 * HOUR_MS, 2 * HOUR_MS, "slow_burn"],
  [1, 72 * HOUR_MS, 6 * HOUR_MS, "slow_burn"],
] as const;

describe("signals of a service over HTTP", function () {
  this.timeout(60_000);
  const world = serviceHistory();

  describe("reckoned by hand from what was sent", () => {
    const organization = "by-hand";
    let begin = 0;
    let deployedAt: readonly number[] = [];
    let incident: Incident;
    /** Those whose primary service it is: what detection made of the telemetry as well as what people opened. */
    let own: readonly Incident[] = [];

    before(async () => {
      begin = Date.now();
      await world.catalogue(organization, "pay", { ownerTeam: "payments", tier: "tier-2", slo: OBJECTIVE });
      for (const [age, count, errors] of HISTORY) {
        await world.send(organization, "/events/logs/batch", world.logs("pay", begin - age, count, errors));
      }
      deployedAt = [40 * MINUTE_MS, 3 * HOUR_MS, 30 * HOUR_MS, 10 * DAY_MS].map((age) => begin - age);
      for (const at of deployedAt) {
        const deployment = { service: "pay", version: `v${at}`, environment: "production", timestamp: toIso(at) };
        await world.send(organization, "/events/deployments", deployment);
      }
      await drained(world.daemon, { organization });
      incident = await world.open(organization, ["pay", "web"]);
      await world.open(organization, ["pay"], "CRITICAL");
      await world.open(organization, ["web"], "CRITICAL");
      await world.resolve(organization, await world.open(organization, ["pay"]));
      // Since it began: eleven events of its services, and some of another one.
      const now = Date.now();
      await world.send(organization, "/events/logs/batch", [
        ...world.logs("pay", now, 5, 2),
        ...world.logs("web", now, 3, 1),
      ]);
      await world.send(organization, "/events/logs/batch", world.logs("other", now, 9, 9));
      const metric = { name: "latency", value: 3, unit: "ms", timestamp: toIso(now) };
      for (const service of ["pay", "web", "web"])
        await world.send(organization, "/events/metrics", { ...metric, service });
      await drained(world.daemon, { organization });
      const all = (await world.get("/incidents?limit=100", organization)).json<Incident[]>();
      own = all.filter(({ primaryService }) => primaryService === "pay");
      expect(own.length).to.be.at.least(3);
    });

    const unresolved = (): number => own.filter(({ status }) => status !== "RESOLVED" && status !== "CLOSED").length;

    /** What of the history lies in a window, and the five logs with two errors that came since it began. */
    const sums = (windowMs: number): { logs: number; errors: number } => {
      const inWindow = HISTORY.filter(([age]) => age <= windowMs);
      const added = (index: 1 | 2) => inWindow.reduce((sum, line) => sum + line[index], 0);
      return { logs: 5 + added(1), errors: 2 + added(2) };
    };

    it("is the priority, with its event count and its error budget", async () => {
      const priority = await world.signal(incident.id, "priority-signal", organization);
      expect(priority).to.include({ eventCount: 11, serviceCount: 2, level: "P2" });
      const minutes = roundToTenth((Date.now() - Date.parse(incident.createdAt)) / MINUTE_MS);
      expect(priority["durationMinutes"]).to.be.within(0, minutes);
      const share = 1 - OBJECTIVE.objectivePct / 100;
      const rate = (windowMs: number): number => sums(windowMs).errors / sums(windowMs).logs / share;
      const rule = RULES.find(([least, long, short]) => rate(long) >= least && rate(short) >= least);
      const [, long = HOUR_MS, , burnState = "healthy"] = rule ?? [];
      const window = sums(OBJECTIVE.windowDays * DAY_MS);
      const allowed = share * window.logs;
      const remaining = 100 * (1 - window.errors / allowed);
      const burn = (100 * sums(long).errors) / allowed / (long / HOUR_MS);
      expect([window, burnState, long]).to.deep.equal([{ logs: 4005, errors: 62 }, "slow_burn", 72 * HOUR_MS]);
      expect(priority.sloContext).to.deep.equal({
        tier: "tier-2",
        riskThresholdMinutes: 60,
        breachThresholdMinutes: 240,
        objectiveTargetPct: 98,
        errorBudgetRemainingPct: roundToTenth(remaining),
        burnRatePctPerHour: roundToTenth(burn),
        projectedExhaustionHours: roundToTenth(remaining / burn),
        burnWindowHours: 72,
        burnState: "slow_burn",
        atRisk: false,
        breached: false,
      });
    });

    it("is the preventive signal, with its counts", async () => {
      expect(await world.signal(incident.id, "preventive-signal", organization)).to.include({
        windowHours: 720,
        sameServiceIncidents: own.length,
        unresolvedIncidents: unresolved(),
        criticalIncidents: own.filter(({ severity }) => severity === "CRITICAL").length,
      });
    });

    it("is the deployment risk, with its counts and its score", async () => {
      const recent = deployedAt.filter((at) => at >= begin - 168 * HOUR_MS);
      const followed = own.filter(({ createdAt }) =>
        recent.some((at) => Date.parse(createdAt) >= at && Date.parse(createdAt) <= at + 60 * MINUTE_MS),
      ).length;
      const score = Math.round(50 * Math.min(1, followed / 3) + 30 * Math.min(1, unresolved() / 3) + 20);
      expect(await world.signal(incident.id, "deployment-risk", organization)).to.include({
        windowHours: 168,
        deploymentCount: 3,
        latestDeploymentAt: toIso(deployedAt[0] as number),
        postDeployIncidents: followed,
        unresolvedIncidents: unresolved(),
        score,
        state: score >= 75 ? "critical" : "high",
      });
    });
  });
});
