import { expect } from "chai";
import { NESTING_MAX } from "../../src/model/ingestion-limits.ts";
import { WORKFLOW_METADATA_BYTES_MAX } from "../../src/model/record-limits.ts";
import { SOME_ID } from "../support/operations.ts";
import type { ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { overviewRequests } from "./overview-requests.ts";

describe("Markers and postmortems of incidents over HTTP", function () {
  this.timeout(30_000);
  const world = overviewRequests();

  it("takes each marker of people into the timeline as it is given, and leaves the incident as it is", async () => {
    const { id } = await world.create();
    const before = (await world.get(`/incidents/${id}`)).json();
    const types = ["stakeholder_update_sent", "stakeholder_update_drafted", "handoff", "note", "war_room_opened"];
    for (const type of [...types, "war_room_closed"]) {
      const metadata = { channel: "email", nested: { list: [1, null, "ü"] } };
      const answer = await world.mark(id, { type, detail: `Told\nthem ${type}`, metadata });
      expect([answer.status, answer.json()]).to.deep.equal([200, { created: true }]);
      const event = (await world.reported(id)).find((each) => each.type === type);
      expect(event).to.deep.include({ detail: `Told\nthem ${type}`, actor: "Ada", metadata });
      expect(event?.title).not.to.equal("");
    }
    expect((await world.mark(id, { type: "note", detail: "" })).status).to.equal(200);
    expect((await world.get(`/incidents/${id}`)).json()).to.deep.equal(before);
  });

  it("refuses markers that the document doesn't describe, or that are too large", async () => {
    const { id } = await world.create();
    let deep: unknown = 1;
    for (let n = 0; n < NESTING_MAX + 1; n++) deep = { deep };
    const cases: readonly (readonly [body: unknown, path: string])[] = [
      [{ type: "bogus", detail: "d" }, "/type"],
      [{ type: "status_changed", detail: "d" }, "/type"],
      [{ detail: "d" }, "/type"],
      [{ type: "note" }, "/detail"],
      [{ type: "note", detail: "d", metadata: "x" }, "/metadata"],
      [{ type: "note", detail: "d".repeat(20_001) }, "/detail"],
      [{ type: "note", detail: "d", metadata: { text: "x".repeat(WORKFLOW_METADATA_BYTES_MAX) } }, "/metadata"],
      [{ type: "note", detail: "d", metadata: { deep } }, "/metadata"],
    ];
    for (const [body, path] of cases) {
      const answer = await world.mark(id, body);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map((each) => each.path)).to.include(path);
    }
    expect((await world.reported(id)).map(({ type }) => type)).to.deep.equal(["incident_created"]);
  });

  it("drafts a postmortem in Markdown, and notes the first draft alone", async () => {
    const { id } = await world.create({ title: "Queue <b>stuck</b>" });
    await world.mark(id, { type: "note", detail: "Restarted | by hand" });
    const first = await world.get(`/incidents/${id}/postmortem`);
    expect(first.headers.get("content-type")).to.equal("text/markdown; charset=utf-8");
    expect(first.text).to.match(/^# Postmortem: Queue &lt;b&gt;stuck&lt;\/b&gt;\n/);
    expect(first.text).to.contain("| Ada | Note | Restarted \\| by hand |");
    const other = tokenOf(`org-${world.last}`, { name: "Bob", sub: "bob" });
    expect((await world.get(`/incidents/${id}/postmortem`, other)).text).to.equal(first.text);
    const drafts = (await world.reported(id)).filter(({ type }) => type === "postmortem_drafted");
    expect(drafts.map(({ actor }) => actor)).to.deep.equal(["Ada"]);
  });

  it("knows no incident of another organization", async () => {
    const { id } = await world.create();
    const other = tokenOf("somebody-else");
    for (const unknown of [id, SOME_ID]) {
      expect((await world.get(`/incidents/${unknown}/postmortem`, other)).status).to.equal(404);
      expect((await world.mark(unknown, { type: "note", detail: "d" }, other)).status).to.equal(404);
    }
    expect((await world.get("/incidents/export/csv", other)).text.trimEnd().split("\r\n")).to.have.length(1);
    expect((await world.get("/incidents/stats", other)).json()).to.include({ totalCount: 0 });
    expect((await world.reported(id)).map(({ type }) => type)).to.deep.equal(["incident_created"]);
  });
});
