import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { roundToTenth } from "../../src/kernel/rounding.ts";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Incident {
  readonly id: string;
  readonly status: string;
  readonly severity: string;
  readonly primaryService: string | null;
  readonly createdAt: string;
}
interface Signal {
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly state: string;
  readonly sloContext: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

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
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const get = (path: string, organization: string): Promise<Answer> =>
    core(daemon, path, { token: tokenOf(organization) });
  const signal = async (id: string, name: string, organization: string): Promise<Signal> => {
    const answer = await get(`/incidents/${id}/${name}`, organization);
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Signal>();
  };
  const open = async (
    organization: string,
    affectedServices: readonly string[],
    severity = "HIGH",
  ): Promise<Incident> => {
    const body = { title: "Orders fail", description: "", severity, affectedServices };
    const answer = await core(daemon, "/incidents", { token: tokenOf(organization), body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const resolve = async (organization: string, { id }: Incident): Promise<void> => {
    const options = { method: "PATCH", token: tokenOf(organization), body: { status: "RESOLVED" } };
    expect((await core(daemon, `/incidents/${id}/status`, options)).status).to.equal(200);
  };
  const catalogue = async (organization: string, service: string, body: object): Promise<void> => {
    const answer = await core(daemon, `/services/catalog/${service}`, {
      method: "PUT",
      token: tokenOf(organization),
      body,
    });
    expect(answer.status, answer.text).to.equal(200);
  };
  const send = async (organization: string, path: string, body: unknown): Promise<void> => {
    const answer = await ingest(daemon, path, body, { organization });
    expect(answer.status, answer.text).to.equal(202);
  };
  const logs = (service: string, at: number, count: number, errors: number) =>
    Array.from({ length: count }, (_, index) => ({
      service,
      level: index < errors ? (index % 2 === 0 ? "error" : "fatal") : "info",
      message: `order ${index}`,
      timestamp: toIso(at),
    }));

  describe("reckoned by hand from what was sent", () => {
    const organization = "by-hand";
    let begin = 0;
    let deployedAt: readonly number[] = [];
    let incident: Incident;
    /** Those whose primary service it is: what detection made of the telemetry as well as what people opened. */
    let own: readonly Incident[] = [];

    before(async () => {
      begin = Date.now();
      await catalogue(organization, "pay", { ownerTeam: "payments", tier: "tier-2", slo: OBJECTIVE });
      for (const [age, count, errors] of HISTORY) {
        await send(organization, "/events/logs/batch", logs("pay", begin - age, count, errors));
      }
      deployedAt = [40 * MINUTE_MS, 3 * HOUR_MS, 30 * HOUR_MS, 10 * DAY_MS].map((age) => begin - age);
      for (const at of deployedAt) {
        const deployment = { service: "pay", version: `v${at}`, environment: "production", timestamp: toIso(at) };
        await send(organization, "/events/deployments", deployment);
      }
      await drained(daemon, { organization });
      incident = await open(organization, ["pay", "web"]);
      await open(organization, ["pay"], "CRITICAL");
      await open(organization, ["web"], "CRITICAL");
      await resolve(organization, await open(organization, ["pay"]));
      // Since it began: eleven events of its services, and some of another one.
      const now = Date.now();
      await send(organization, "/events/logs/batch", [...logs("pay", now, 5, 2), ...logs("web", now, 3, 1)]);
      await send(organization, "/events/logs/batch", logs("other", now, 9, 9));
      const metric = { name: "latency", value: 3, unit: "ms", timestamp: toIso(now) };
      for (const service of ["pay", "web", "web"]) await send(organization, "/events/metrics", { ...metric, service });
      await drained(daemon, { organization });
      const all = (await get("/incidents?limit=100", organization)).json<Incident[]>();
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
      const priority = await signal(incident.id, "priority-signal", organization);
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
      expect(await signal(incident.id, "preventive-signal", organization)).to.include({
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
      expect(await signal(incident.id, "deployment-risk", organization)).to.include({
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

  it("raise the priority where the budget burns fast, and say with which numbers", async () => {
    const organization = "burning";
    const slo = { objectivePct: 99.9, windowDays: 30 };
    await catalogue(organization, "pay", { ownerTeam: "payments", tier: "tier-1", slo });
    const begin = Date.now();
    // 2 % of errors within the hour on 39,000 logs without any: half of what is allowed.
    for (let batch = 0; batch < 13; batch++) {
      await send(organization, "/events/logs/batch", logs("pay", begin - 5 * DAY_MS, 3000, 0));
    }
    await send(organization, "/events/logs/batch", logs("pay", begin - MINUTE_MS, 1000, 20));
    await drained(daemon, { organization });
    const { id } = await open(organization, ["pay"], "MEDIUM");
    const { level, reason, sloContext } = await signal(id, "priority-signal", organization);
    expect(sloContext).to.include({ errorBudgetRemainingPct: 50, burnRatePctPerHour: 50, projectedExhaustionHours: 1 });
    expect(sloContext).to.include({ burnState: "fast_burn", burnWindowHours: 1, atRisk: true, breached: false });
    expect(level).to.equal("P2");
    expect(reason).to.contain("20 errors in 40000 logs").and.to.contain("20 times as fast");
  });

  it("are zeros with a reason where the incident names no service, or nothing is known of it", async () => {
    const organization = "nothing";
    for (const services of [[], ["unheard-of"]]) {
      const { id } = await open(organization, services, "LOW");
      const priority = await signal(id, "priority-signal", organization);
      expect(priority).to.include({ level: "P4", eventCount: 0, serviceCount: services.length });
      expect(priority.sloContext).to.include({ tier: "unmapped", burnState: "healthy", objectiveTargetPct: 0 });
      const preventive = await signal(id, "preventive-signal", organization);
      expect(preventive).to.include({ state: "low", sameServiceIncidents: services.length, criticalIncidents: 0 });
      const risk = await signal(id, "deployment-risk", organization);
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
    const { id } = await open("mine", ["pay"]);
    for (const name of ["priority-signal", "preventive-signal", "deployment-risk"]) {
      const theirs = await get(`/incidents/${id}/${name}`, "theirs");
      expect(theirs.status).to.equal(404);
      const missing = await get(`/incidents/01900000-0000-7000-8000-000000000000/${name}`, "theirs");
      expect(missing.status).to.equal(404);
    }
  });
});
