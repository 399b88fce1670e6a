import { expect } from "chai";
import { tokenOf } from "../support/tokens.ts";
import { type Runbook, runbookRequests } from "./runbook-requests.ts";

interface Recommended {
  readonly runbooks: readonly Runbook[];
  readonly linkedRunbookIds: readonly string[];
  readonly sources: { readonly actionTypes: readonly string[]; readonly similarIncidentCount: number };
  readonly ranking: readonly { readonly runbookId: string; readonly score: number; readonly reasons: string[] }[];
}

describe("Links of runbooks over HTTP", function () {
  this.timeout(30_000);
  const world = runbookRequests();

  it("belong to their organization alone", async () => {
    const { id } = await world.create("ours");
    const incident = await world.open();
    world.token = tokenOf(`runbooks-${++world.last}`);
    const theirs = await world.open();
    for (const [method, path, body] of [
      ["GET", `/runbooks/${id}`],
      ["GET", `/runbooks/${id}/versions`],
      ["POST", `/runbooks/${id}/versions`, { version: "2.0.0", contentMd: "c" }],
      ["POST", `/runbooks/${id}/publish`],
      ["POST", `/runbooks/${id}/archive`],
      ["POST", `/incidents/${theirs}/runbooks/${id}/link`],
      ["DELETE", `/incidents/${theirs}/runbooks/${id}/link`],
      ["GET", `/incidents/${incident}/runbooks`],
      ["GET", `/incidents/${incident}/runbooks/recommended`],
    ] as const) {
      expect((await world.send(method, path, body)).status, `${method} ${path}`).to.equal(404);
    }
  });

  it("are linked and unlinked, each told once", async () => {
    const [incident, { id }] = [await world.open(), await world.create("restart")];
    const path = `/incidents/${incident}/runbooks/${id}/link`;
    for (let n = 0; n < 2; n++) expect((await world.send("POST", path)).json()).to.deep.equal({ linked: true });
    const linked = await world.read<{ links: { runbookId: string; source: string }[]; runbooks: Runbook[] }>(
      `/incidents/${incident}/runbooks`,
    );
    expect(linked.links.map(({ runbookId, source }) => [runbookId, source])).to.deep.equal([[id, "manual"]]);
    expect(linked.runbooks).to.deep.equal([await world.read(`/runbooks/${id}`)]);
    for (let n = 0; n < 2; n++) expect((await world.send("DELETE", path)).json()).to.deep.equal({ unlinked: true });
    expect(await world.read(`/incidents/${incident}/runbooks`)).to.deep.equal({ links: [], runbooks: [] });
    const events = await world.read<{ type: string; actor: string }[]>(`/incidents/${incident}/events`);
    expect(events.slice(1).map(({ type, actor }) => `${type} by ${actor}`)).to.deep.equal([
      "runbook_linked by Grace",
      "runbook_unlinked by Grace",
    ]);
  });

  it("are recommended where they are linked to a similar incident, and say why, until they are archived", async () => {
    const [earlier, later, { id }] = [await world.open(), await world.open(), await world.create("restart")];
    await world.send("POST", `/incidents/${earlier}/runbooks/${id}/link`);
    const recommended = (): Promise<Recommended> => world.read(`/incidents/${later}/runbooks/recommended`);
    expect((await recommended()).runbooks, "a draft").to.deep.equal([]);
    await world.send("POST", `/runbooks/${id}/publish`);
    const answer = await recommended();
    expect(answer.runbooks.map((runbook) => runbook.id)).to.deep.equal([id]);
    expect(answer.sources).to.deep.equal({ actionTypes: [], similarIncidentCount: 1 });
    expect(answer.linkedRunbookIds).to.deep.equal([]);
    expect(answer.ranking.map(({ runbookId, reasons }) => [runbookId, ...reasons])).to.deep.equal([
      [id, "It is linked to 1 similar incident not recovered yet, which counts half."],
    ]);
    const [alike] = await world.read<{ score: number }[]>(`/incidents/${later}/similar`);
    const likeness = alike?.score ?? 0;
    expect(answer.ranking[0]?.score).to.equal(Math.round(likeness * 50) / 100);
    await world.send("PATCH", `/incidents/${earlier}/status`, { status: "RESOLVED" });
    expect((await recommended()).ranking[0]?.score).to.equal(likeness);
    await world.send("POST", `/runbooks/${id}/archive`);
    expect((await recommended()).runbooks, "an archived one").to.deep.equal([]);
  });
});
