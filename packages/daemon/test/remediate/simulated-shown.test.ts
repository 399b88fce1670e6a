import { expect } from "chai";
import { simulatedAction } from "./simulated-action.ts";

const NAME = "restart-service on checkout in an unknown environment";

/** One simulated action from its request to its end, and everything that tells of it. */
describe("A simulated action, from its request to its end", function () {
  this.timeout(60_000);
  const world = simulatedAction();

  it("is COMPLETED on the wire, with the mode simulate", async () => {
    expect(world.requested).to.include({ status: "PENDING_APPROVAL", mode: "simulate" });
    expect(world.approved).to.deep.equal({ status: "QUEUED", mode: "simulate" });
    expect(world.action).to.include({ mode: "simulate" });
    expect(await world.post(`/remediation/${world.action.id}/approve`)).to.deep.equal({
      status: "COMPLETED",
      mode: "simulate",
    });
    expect(await world.get("/remediation/policy")).to.include({ mode: "simulate" });
  });

  it("leaves the incident's status and assignee as they were", async () => {
    const { incident } = await world.state();
    const { status, assigneeId } = world.atFirst.incident;
    expect(incident).to.include({ status, assigneeId });
    expect(incident).to.include({ status: "OPEN", assigneeId: null });
    expect((await world.entries()).map(({ type }) => type)).not.to.include("status_changed");
  });

  it("tells readers of the stream of no status but OPEN", async () => {
    const statuses = world.stream.messages
      .filter(({ data }) => data["id"] === world.incidentId)
      .map(({ data }) => data["status"]);
    expect(statuses.filter((status) => status !== "OPEN")).to.deep.equal([]);
  });

  it("acknowledges nothing: the escalation signal and the postmortem say that nobody has", async () => {
    const { state: escalation, timeToAcknowledge } = (await world.state()).plan as Record<
      string,
      Record<string, unknown>
    >;
    expect(escalation).to.equal(world.atFirst.plan["state"]);
    expect(timeToAcknowledge).to.include({ breached: false });
    expect(String(world.atFirst.plan["reason"])).to.contain("nobody has acknowledged it");
    expect(String((await world.state()).plan["reason"])).to.contain("nobody has acknowledged it");
    const draft = await world.read(`/incidents/${world.incidentId}/postmortem`);
    expect(draft).to.contain("| Acknowledged | by nobody |");
    expect(draft).to.contain("Remediation actions: all that are recorded were simulated.");
  });

  it("is told as simulated on the timeline, from its request on", async () => {
    expect(await world.titleOf("remediation_requested")).to.equal(`Remediation requested: simulated ${NAME}`);
    expect(await world.titleOf("remediation_approved")).to.equal(`Remediation approved: simulated ${NAME}`);
    expect(await world.titleOf("remediation_executing")).to.equal(`EXECUTING (simulated): ${NAME}`);
    expect(await world.titleOf("remediation_completed")).to.equal(`SIMULATED: ${NAME}`);
    const requested = (await world.entries()).find(({ type }) => type === "remediation_requested");
    expect(requested?.detail).to.contain("It would be simulated: nothing is touched.");
  });
});
