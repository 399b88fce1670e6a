import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { type Incident, incidentRequests } from "./incident-requests.ts";

describe("incidents over HTTP", function () {
  this.timeout(30_000);
  const world = incidentRequests();

  it("ignore fields that a caller may not set", async () => {
    const forbidden = {
      id: "01900000-0000-7000-8000-000000000000",
      status: "CLOSED",
      organizationId: "other",
      createdAt: "2001-01-01T00:00:00.000Z",
      updatedAt: "2001-01-01T00:00:00.000Z",
      resolvedAt: "2001-01-01T00:00:00.000Z",
      deduplicationKey: "x",
      duplicateCount: 9,
      assigneeId: "x",
      parentIncidentId: "x",
      diagnosis: { cause: "x" },
      diagnosisStatus: "COMPLETED",
      triggeringEventId: "x",
      signalType: "log_fatal",
      environment: "dev",
      primaryService: "x",
      lastSeenAt: "2001-01-01T00:00:00.000Z",
      ref: 1,
      ruleId: "x",
      constructor: { a: 1 },
    };
    const { id } = await world.create("mass", forbidden);
    const kept = (await world.get(`/incidents/${id}`)).json<Record<string, unknown>>();
    for (const [name, value] of Object.entries(forbidden)) expect(kept[name], name).to.not.deep.equal(value);
    expect(kept).to.include({
      status: "OPEN",
      duplicateCount: 0,
      assigneeId: null,
      parentIncidentId: null,
      diagnosis: null,
      signalType: "manual",
      triggeringEventId: `manual:${id}`,
      environment: "unknown",
      primaryService: "api",
    });
    const polluting =
      '{"title":"p","description":"d","severity":"LOW","affectedServices":[],"__proto__":{"status":"CLOSED"}}';
    const answer = await core(world.daemon, "/incidents", { token: world.token, body: polluting });
    expect([201, 400]).to.include(answer.status);
    if (answer.status === 201) expect(answer.json()).to.include({ status: "OPEN" });
    expect(({} as { status?: string }).status).to.equal(undefined);
  });

  it("refuse what the document doesn't describe, naming the field", async () => {
    const good = { title: "t", description: "d", severity: "LOW", affectedServices: ["a"] };
    const cases: readonly (readonly [body: unknown, path: string])[] = [
      [{ ...good, title: undefined }, "/title"],
      [{ ...good, title: 7 }, "/title"],
      [{ ...good, title: "" }, "/title"],
      [{ ...good, title: " \t\u00a0" }, "/title"],
      [{ ...good, severity: "low" }, "/severity"],
      [{ ...good, affectedServices: "a" }, "/affectedServices"],
      [{ ...good, affectedServices: [1] }, "/affectedServices/0"],
      [{ ...good, affectedServices: ["api", " "] }, "/affectedServices/1"],
      [[], ""],
      ["text", ""],
    ];
    for (const [body, path] of cases) {
      const answer = await core(world.daemon, "/incidents", { token: world.token, body: JSON.stringify(body) });
      expect(answer.status, answer.text).to.equal(400);
      expect(
        answer.json<{ details?: { path: string }[] }>().details?.map((each) => each.path),
        answer.text,
      ).to.include(path);
    }
  });

  it("hold their title and services without the white space around them, each service once", async () => {
    const { id } = await world.create(" padded\n", { affectedServices: [" api ", "api", "web\t"], description: "" });
    const kept = (await world.get(`/incidents/${id}`)).json<Record<string, unknown>>();
    expect(kept).to.deep.include({ title: "padded", affectedServices: ["api", "web"], primaryService: "api" });
    const nameless = await world.create("no service", { affectedServices: [] });
    expect((await world.get(`/incidents/${nameless.id}`)).json()).to.include({ primaryService: null });
    expect((await world.get("/incidents?service=api")).json<Incident[]>().map((each) => each.id)).to.deep.equal([id]);
  });

  it("move from any status to any, set resolvedAt at the first move out and clear it on the way back", async () => {
    const { id } = await world.create("moved");
    const statuses = ["OPEN", "INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED"];
    for (const from of statuses) {
      for (const to of statuses) {
        await world.move(id, from);
        const before = (await world.get(`/incidents/${id}`)).json<Incident>();
        const after = (await world.move(id, to)).json<Incident>();
        expect(after.status).to.equal(to);
        const over = (status: string): boolean => status === "RESOLVED" || status === "CLOSED";
        if (!over(to)) expect(after.resolvedAt, `${from} to ${to}`).to.equal(null);
        else if (over(from)) expect(after.resolvedAt, `${from} to ${to}`).to.equal(before.resolvedAt);
        else expect(after.resolvedAt, `${from} to ${to}`).to.be.a("string");
      }
    }
    for (const wrong of ["open", "", null, 7, ["OPEN"]])
      expect((await world.move(id, wrong)).status, JSON.stringify(wrong)).to.equal(400);
  });

  it("tell their moves in the timeline, who and from where to where; the same status again isn't told", async () => {
    const { id } = await world.create("told");
    for (const status of ["INVESTIGATING", "INVESTIGATING", "RESOLVED"]) await world.move(id, status);
    const timeline = (await world.get(`/incidents/${id}/events`)).json<
      { type: string; actor: string; metadata: { from?: string; to?: string } }[]
    >();
    expect(timeline.map(({ type, actor, metadata: { from, to } }) => [type, actor, from, to])).to.deep.equal([
      ["incident_created", "Ada", undefined, undefined],
      ["status_changed", "Ada", "OPEN", "INVESTIGATING"],
      ["status_changed", "Ada", "INVESTIGATING", "RESOLVED"],
    ]);
  });

  it("come through 20 status changes at once with a timeline that has no gap", async () => {
    const { id } = await world.create("contended");
    const wanted = ["INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED", "OPEN"];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => world.move(id, wanted[index % 5])));
    for (const answer of answers) expect(answer.status, answer.text).to.equal(200);
    const changes = (await world.get(`/incidents/${id}/events`))
      .json<{ type: string; createdAt: string; metadata: { from: string; to: string } }[]>()
      .slice(1);
    let status = "OPEN";
    for (const { metadata } of changes) {
      expect(metadata.from).to.equal(status);
      expect(metadata.to).to.not.equal(status);
      status = metadata.to;
    }
    expect((await world.get(`/incidents/${id}`)).json()).to.include({ status });
    const times = changes.map(({ createdAt }) => createdAt);
    expect(times).to.deep.equal([...times].sort());
    expect((await world.get("/incidents")).headers.get("x-total-count")).to.equal("1");
  });
});
