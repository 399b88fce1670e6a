import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Similar {
  readonly incidentId: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

describe("similar incidents over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`org-${++last}`);
  });
  after(() => daemon.stop());

  const create = async (title: string, service = "checkout", by = token): Promise<string> => {
    const body = { title, description: "Calls time out", severity: "LOW", affectedServices: [service] };
    const answer = await core(daemon, "/incidents", { token: by, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<{ id: string }>().id;
  };
  const similar = (id: string, query = ""): Promise<Answer> =>
    core(daemon, `/incidents/${id}/similar${query}`, { token });
  const found = async (id: string, query = ""): Promise<Similar[]> => (await similar(id, query)).json<Similar[]>();

  it("are answered with every field, and reasons that add up to the score", async () => {
    const past = await create("Payment gateway refuses cards");
    const given = await create("Cards refused by the payment gateway");
    await create("Disk full", "ledger");
    const path = `/incidents/${past}/status`;
    const resolved = await core(daemon, path, { method: "PATCH", token, body: { status: "RESOLVED" } });
    const { createdAt, resolvedAt } = resolved.json<Record<"createdAt" | "resolvedAt", string>>();
    const minutes = (Date.parse(resolvedAt) - Date.parse(createdAt)) / 60_000;
    const [first, ...others] = (await found(given)) as [Similar, ...Similar[]];
    expect(others.map(({ incidentId }) => incidentId)).to.not.include.members([given, past]);
    expect(first).to.deep.include({
      incidentId: past,
      title: "Payment gateway refuses cards",
      severity: "LOW",
      status: "RESOLVED",
      topSuccessfulActions: [],
      mttrMinutes: Math.round(10 * minutes) / 10,
      resolvedAt,
    });
    expect(first.reasons).to.have.length(2);
    expect(first.reasons[0]).to.match(/^Shares common words, each in so many of 3 incidents: cards \(2\)/);
    expect(first.reasons[1]).to.match(/^Same primary service checkout \(\+0\.29\)$/);
    const added = first.reasons.map((reason) => Number(/\(\+(\d\.\d\d)\)$/.exec(reason)?.[1]));
    expect(added.reduce((sum, each) => sum + each, 0)).to.be.closeTo(first.score, 0.011);
    expect((await found(past))[0]).to.deep.include({ incidentId: given, mttrMinutes: null, resolvedAt: null });
  });

  it("are five where no limit is given, else from 1 to 20", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 23; index++) ids.push(await create(`Gateway timeout number ${index}`));
    const [given = "", ...newer] = ids;
    expect((await found(given)).map(({ incidentId }) => incidentId)).to.deep.equal(newer.toReversed().slice(0, 5));
    for (const limit of [1, 20]) expect(await found(given, `?limit=${limit}`)).to.have.length(limit);
    for (const limit of ["0", "21", "-1", "1.5", "x", "", "5&limit=6"]) {
      expect((await similar(given, `?limit=${limit}`)).status, limit).to.equal(400);
    }
  });

  it("are of the caller's organization alone", async () => {
    const own = await create("Payment gateway refuses cards");
    const stranger = tokenOf("strangers");
    const foreign = await create("Payment gateway refuses cards", "checkout", stranger);
    expect(await found(own)).to.deep.equal([]);
    for (const id of [foreign, "01900000-0000-7000-8000-000000000000"]) {
      const answer = await similar(id);
      expect(answer.status).to.equal(404);
      expect(answer.json()).to.include({ message: `Incident ${id} not found.` });
    }
    const blind = tokenOf(`org-${last}`, { permissions: ["incidents:update"] });
    expect((await core(daemon, `/incidents/${own}/similar`, { token: blind })).status).to.equal(403);
  });

  it("are found for hostile text, and name it on one line", async () => {
    const hostile = "\u202eevil\u2028word %_* ' or 1=1 -- \u{1f600}";
    const past = await create(hostile, hostile);
    const given = await create(hostile, hostile);
    const [first] = await found(given);
    expect(first?.incidentId).to.equal(past);
    expect(first?.reasons.join("")).to.not.match(/[\u202e\u2028]/);
  });
});
