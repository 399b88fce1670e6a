import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { roundToTenth } from "../../src/kernel/rounding.ts";
import { drained, ingest } from "../support/daemon.ts";
import { catalogRequests, type Member } from "./catalog-requests.ts";

interface Deadline {
  readonly dueAt: string;
  readonly minutesRemaining: number;
  readonly breached: boolean;
}
interface Plan {
  readonly state: string;
  readonly primaryService: string;
  readonly ownerTeam: string;
  readonly escalationPolicy: string;
  readonly blastRadiusCount: number;
  readonly reason: string;
  readonly dependents: readonly string[];
  readonly timeToAcknowledge: Deadline;
  readonly timeToEscalate: Deadline;
  readonly suggestedTargets: readonly (Member & { readonly reason: string })[];
}

interface ChangeRisk {
  readonly reasons: readonly string[];
  readonly topChangeReason: string;
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;

describe("Change risk over HTTP", function () {
  this.timeout(30_000);
  const world = catalogRequests();

  it("reckons the change risk by hand, from deployments of the service and of what it calls", async () => {
    await world.put("api", { environment: "production" });
    await world.calls("api", ["bank"]);
    await world.calls("bank", ["ledger"]);
    const begin = Date.now();
    const deployed = (service: string, minutes: number, environment = "production") => ({
      service,
      version: `${service}-${minutes}`,
      environment,
      timestamp: new Date(begin - minutes * MINUTE_MS).toISOString(),
    });
    const suspects = [
      [deployed("api", 300, "PROD"), 1],
      [deployed("bank", 1), 0.7],
      [deployed("web", 150), 0.9],
      [deployed("ledger", 2), 0.4],
    ] as const;
    const elsewhere = [deployed("api", 5, "staging"), deployed("bank", 7, "staging")];
    const outOfReach = [deployed("unrelated", 1), deployed("api", 60 * 25)];
    for (const body of [...suspects.map(([each]) => each), ...elsewhere, ...outOfReach]) {
      expect(
        (await ingest(world.daemon, "/events/deployments", body, { organization: world.organization })).status,
      ).to.equal(202);
    }
    await drained(world.daemon, { organization: world.organization });
    const { id, createdAt } = await world.openAs("HIGH", "api", "web");

    const confidences = suspects.map(([{ timestamp }, relation]) => {
      const time = hundredth(0.5 ** ((Date.parse(createdAt) - Date.parse(timestamp)) / (120 * MINUTE_MS)));
      return hundredth(time * relation * 1 * 0.85);
    });
    const highest = Math.max(...confidences);
    expect(confidences.indexOf(highest), "the one that bank had").to.equal(1);
    const risk = await world.read<ChangeRisk>(`/incidents/${id}/change-risk`);
    expect(risk).to.include({
      changeCount: suspects.length,
      maxChangeConfidence: highest,
      score: roundToTenth(100 * highest * 0.9),
      state: "high",
    });
    expect(risk.topChangeReason).to.equal(risk.reasons[0]);
    expect(risk.topChangeReason).to.match(/^bank-1 of bank was deployed to production/);
    for (const confidence of confidences) expect(risk.reasons.join()).to.contain(`confidence ${confidence} =`);
    expect(risk.reasons).to.include(`Deployments to other environments, left out: ${elsewhere.length}.`);
  });

  it("answers every read of an incident whose service was renamed, removed or never known", async () => {
    await world.put("api");
    await world.calls("shop", ["api"]);
    const [renamed, removed] = [await world.open("api"), await world.open("shop")];
    await world.ask("POST", world.entryPath("api", "/rename"), { serviceName: "gateway" });
    await world.put("shop");
    await world.ask("DELETE", world.entryPath("shop"));
    for (const { id } of [renamed, removed, await world.open()]) {
      for (const part of ["", "/events", "/escalation-plan", "/change-risk"])
        await world.read(`/incidents/${id}${part}`);
    }
    const plan = await world.read<Plan>(`/incidents/${renamed.id}/escalation-plan`);
    expect(plan).to.include({ primaryService: "api", ownerTeam: "" });
    expect((await world.ask("GET", `/incidents/${crypto.randomUUID()}/change-risk`)).status).to.equal(404);
  });
});
