import { expect } from "chai";
import type { Answer } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { waitFor } from "../support/wait.ts";
import { correlationRequests, type Decision, type Incident } from "./correlation-requests.ts";

describe("Decisions of correlation over HTTP", function () {
  this.timeout(30_000);
  const world = correlationRequests();

  it("merges fifty incidents that are posted at once into one", async () => {
    await world.makeRule();
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.post()));
    for (const answer of answers) expect(answer.status, answer.text).to.equal(201);
    const shown = (await world.get("/incidents?deduplicated=true")).json<Incident[]>();
    expect(shown.map(({ duplicateCount }) => duplicateCount)).to.deep.equal([49]);
    const children = (await world.get("/incidents?limit=100"))
      .json<Incident[]>()
      .filter(({ id }) => id !== shown[0]?.id);
    expect(children).to.have.length(49);
    for (const { parentIncidentId } of children) expect(parentIncidentId).to.equal(shown[0]?.id);
    expect(await world.decisions("?action=merge&limit=100")).to.have.length(49);
    expect((await world.get(`/incidents/${shown[0]?.id}/related`)).json<Incident[]>()).to.have.length(49);
  });

  it("answers 200 with the decision where it suppresses, and stores nothing else", async () => {
    const rule = await world.makeRule({ action: "suppress" });
    const first = await world.create();
    const answer = await world.post({ title: "again" });
    expect(answer.status, answer.text).to.equal(200);
    const [decision] = await world.decisions("?action=suppress");
    expect(answer.json()).to.deep.equal({ suppressed: true, ruleId: rule.id, decisionId: decision?.id });
    expect(decision).to.include({ relatedIncidentId: first.id, ruleName: rule.name, gapMinutes: 0, repeats: 0 });
    expect((await world.get(`/incidents/${decision?.incidentId}`)).status).to.equal(404);
    expect((await world.get("/incidents")).headers.get("x-total-count")).to.equal("1");
  });

  it("tells readers of the stream of both when it merges and when somebody unmerges", async () => {
    await world.makeRule();
    const stream = await openStream(world.daemon.core, world.token);
    const parent = await world.create();
    const child = await world.create();
    await world.send("POST", `/incidents/${child.id}/unmerge`);
    const wanted = [parent.id, child.id, parent.id, child.id, parent.id];
    await waitFor(() => stream.messages.length >= wanted.length, { what: "five messages" });
    expect(stream.messages.map(({ data }) => data["id"])).to.deep.equal(wanted);
    expect(stream.messages.map(({ data }) => data["duplicateCount"])).to.deep.equal([0, 0, 1, 0, 0]);
    stream.close();
    expect((await world.send("POST", `/incidents/${child.id}/unmerge`)).status).to.equal(409);
    expect((await world.send("POST", "/incidents/nobody/unmerge")).status).to.equal(404);
    const types = (await world.get(`/incidents/${child.id}/events`)).json<{ type: string; actor: string }[]>();
    expect(types.map(({ type, actor }) => `${type} ${actor}`)).to.deep.equal([
      "incident_created Ada",
      "merged system",
      "unmerged Ada",
    ]);
  });

  it("pages through the decisions, and narrows them down by time", async () => {
    const rule = await world.makeRule({ action: "group" });
    for (let n = 0; n < 5; n++) await world.create();
    const all = await world.decisions();
    expect(all.map(({ action }) => action)).to.deep.equal(["group", "group", "group", "group", "none"]);
    const paged: Decision[] = [];
    let path: string | undefined = `/correlation/decisions?limit=2&ruleId=${rule.id}`;
    while (path !== undefined) {
      const page: Answer = await world.get(path);
      paged.push(...page.json<Decision[]>());
      path = /^<(.*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(paged).to.deep.equal(all.slice(0, 4));
    const [newest, oldest] = [all[0]?.createdAt, all[4]?.createdAt] as [string, string];
    expect(await world.decisions(`?from=${oldest}&to=${newest}`)).to.deep.equal(all);
    expect(await world.decisions("?to=2020-01-01T00:00:00Z")).to.deep.equal([]);
    for (const wrong of ["from=2026-02-30T00:00:00Z", "from=yesterday", "action=delete", "limit=0", "cursor=x"]) {
      expect((await world.get(`/correlation/decisions?${wrong}`)).status, wrong).to.equal(400);
    }
    const id = all[4]?.incidentId as string;
    expect((await world.decisions(`?incidentId=${id}`)).map(({ action }) => action)).to.deep.equal(["group", "none"]);
  });
});
