import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { roundToTenth } from "../../src/kernel/rounding.ts";
import { core } from "../support/daemon.ts";
import { catalogRequests, type Incident, type Member } from "./catalog-requests.ts";

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

describe("Escalation over HTTP", function () {
  this.timeout(30_000);
  const world = catalogRequests();

  it("plans with owner, policy, blast radius and dependents of the primary service", async () => {
    const ada = await world.onCall("ada");
    await world.put("api");
    await world.put("bank");
    await world.calls("api", ["bank", "mail"]);
    await world.calls("bank", ["ledger", "api"]);
    await world.calls("shop", ["api"]);
    const { id, createdAt } = await world.open("api");
    const plan = await world.read<Plan>(`/incidents/${id}/escalation-plan`);
    expect(plan).to.deep.include({
      state: "on_track",
      primaryService: "api",
      ownerTeam: "payments",
      escalationPolicy: "payments-primary",
      blastRadiusCount: 3,
      dependents: ["bank", "shop"],
    });
    expect(plan.reason).to.match(/2 edges are unmapped: no catalog entry for mail and ledger/);
    expect(Date.parse(plan.timeToAcknowledge.dueAt) - Date.parse(createdAt)).to.equal(5 * MINUTE_MS);
    expect(plan.suggestedTargets.map(({ id: target }) => target)).to.deep.equal([ada.id]);
  });

  it("counts both deadlines by hand, for each severity", async () => {
    for (const [severity, acknowledge, escalate] of [
      ["CRITICAL", 5, 15],
      ["HIGH", 15, 30],
      ["MEDIUM", 60, 240],
      ["LOW", 240, 1440],
    ] as const) {
      const { id, createdAt } = await world.openAs(severity, "api");
      const before = Date.now();
      const plan = await world.read<Plan>(`/incidents/${id}/escalation-plan`);
      const after = Date.now();
      for (const [{ dueAt, minutesRemaining, breached }, minutes] of [
        [plan.timeToAcknowledge, acknowledge],
        [plan.timeToEscalate, escalate],
      ] as const) {
        const due = Date.parse(createdAt) + minutes * MINUTE_MS;
        expect([Date.parse(dueAt), breached]).to.deep.equal([due, false]);
        expect(minutesRemaining).to.be.within(
          roundToTenth((due - after) / MINUTE_MS),
          roundToTenth((due - before) / MINUTE_MS),
        );
      }
    }
  });

  it("escalates to the best one or the one named, and answers 404 for a stranger's member", async () => {
    const [ada, bob] = [await world.onCall("ada"), await world.onCall("bob")];
    const { id } = await world.open("api");
    const path = `/incidents/${id}/escalate`;
    const stranger = "01900000-0000-7000-8000-000000000000";
    expect((await world.ask("POST", path, { targetId: stranger })).status).to.equal(404);
    expect((await world.read<Incident>(`/incidents/${id}`)).assigneeId).to.equal(null);
    expect((await world.ask("POST", path)).json()).to.deep.include({
      escalated: true,
      target: { id: ada.id, name: "ada", email: "ada@example.com" },
      state: "escalated",
    });
    expect((await world.ask("POST", path, {})).json<{ target: Member }>().target.id).to.equal(bob.id);
    expect((await world.ask("POST", path, { targetId: bob.id })).json<{ target: Member }>().target.id).to.equal(bob.id);
    expect(await world.read(`/incidents/${id}`)).to.include({ assigneeId: bob.id, status: "INVESTIGATING" });
    expect((await world.read<Plan>(`/incidents/${id}/escalation-plan`)).state).to.equal("escalated");
    const types = (await world.read<{ type: string }[]>(`/incidents/${id}/events`)).map(({ type }) => type);
    expect(types.filter((type) => type === "escalated")).to.have.length(3);
    expect((await world.ask("POST", path, { targetId: 5 })).status).to.equal(400);
    const headers = { "content-type": "application/json" };
    const empty = await core(world.daemon, path, { method: "POST", token: world.token, headers });
    expect(empty.status, "a type, but no body").to.equal(200);
  });

  it("answers that it didn't escalate where there is nobody or the incident is over", async () => {
    const { id } = await world.open();
    const answer = (await world.ask("POST", `/incidents/${id}/escalate`)).json();
    expect(answer).to.include({ escalated: false, target: null, state: "on_track" });
    await world.onCall("ada");
    await world.ask("PATCH", `/incidents/${id}/status`, { status: "CLOSED" });
    const over = (await world.ask("POST", `/incidents/${id}/escalate`)).json();
    expect(over).to.include({ escalated: false, target: null, state: "closed" });
  });
});
