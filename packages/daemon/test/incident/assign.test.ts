import { expect } from "chai";
import { assignment } from "../../src/incident/assign-incident.ts";
import { incidentStatuses } from "../../src/model/incident.ts";
import { incident, NOW } from "../store/samples.ts";

const ADA = { id: "ada-id", name: "Ada" };
const BY = { actor: "Grace", reason: "requested", detail: "By Grace." };

describe("an assignment", () => {
  it("moves an open incident to investigating, in the name of the system", () => {
    const change = assignment(incident(), ADA, BY, NOW);
    expect(change?.fields).to.deep.equal({ assigneeId: "ada-id", status: "INVESTIGATING", resolvedAt: null });
    expect(change?.announce).to.equal(true);
    expect(change?.timeline.map(({ type, actor }) => `${type} by ${actor}`)).to.deep.equal([
      "assigned by Grace",
      "status_changed by system",
    ]);
    expect(change?.timeline[0]).to.deep.include({
      title: "Assigned to Ada",
      detail: "By Grace.",
      metadata: { assigneeId: "ada-id", previousAssigneeId: null, name: "Ada", reason: "requested" },
    });
  });

  it("leaves every other status as it is", () => {
    for (const status of incidentStatuses.filter((each) => each !== "OPEN")) {
      const change = assignment(incident({ status }), ADA, BY, NOW);
      expect(change?.fields, status).to.deep.equal({ assigneeId: "ada-id" });
      expect(change?.timeline, status).to.have.length(1);
    }
  });

  it("to nobody leaves an open incident open, and tells who had it", () => {
    const change = assignment(incident({ assigneeId: "ada-id" }), null, BY, NOW);
    expect(change?.fields).to.deep.equal({ assigneeId: null });
    expect(change?.timeline[0]?.metadata).to.include({ assigneeId: null, previousAssigneeId: "ada-id", name: null });
  });

  it("changes nothing where the incident is with them already", () => {
    expect(assignment(incident({ assigneeId: "ada-id" }), ADA, BY, NOW)).to.equal(undefined);
    expect(assignment(incident(), null, BY, NOW)).to.equal(undefined);
  });
});
