import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { hostileTexts } from "../support/hostile.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Runbook {
  readonly id: string;
  readonly slug: string;
  readonly latestVersion: string;
  readonly status: string;
  readonly contentMd: string | null;
  readonly createdBy: string;
}
interface Version {
  readonly version: string;
  readonly contentMd: string;
}
interface Recommended {
  readonly runbooks: readonly Runbook[];
  readonly linkedRunbookIds: readonly string[];
  readonly sources: { readonly actionTypes: readonly string[]; readonly similarIncidentCount: number };
  readonly ranking: readonly { readonly runbookId: string; readonly score: number; readonly reasons: string[] }[];
}

describe("runbooks over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`runbooks-${++last}`, { name: "Grace", sub: "grace" });
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await send("GET", path);
    expect(answer.status, answer.text.slice(0, 300)).to.equal(200);
    return answer.json<Body>();
  };
  const create = async (slug: string, more: Readonly<Record<string, unknown>> = {}): Promise<Runbook> => {
    const answer = await send("POST", "/runbooks", { slug, title: slug, contentMd: `# ${slug}`, ...more });
    expect(answer.status, answer.text.slice(0, 300)).to.equal(201);
    return answer.json<Runbook>();
  };
  const append = (id: string, version: unknown, contentMd: unknown = "# New"): Promise<Answer> =>
    send("POST", `/runbooks/${id}/versions`, { version, contentMd });
  const open = async (title = "Payment gateway timeout"): Promise<string> => {
    const body = { title, description: "Calls time out", severity: "LOW", affectedServices: ["payments"] };
    return (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  };
  const pathsOf = (answer: Answer): (string | undefined)[] =>
    answer.json<ErrorBody>().details?.map(({ path }) => path) ?? [];

  it("come back as they were written, in every field", async () => {
    const contents = [...hostileTexts, "🦋".repeat(200_000), "# Windows\r\n\ttab\r\n", ""];
    for (const [n, contentMd] of contents.entries()) {
      const text = `x${hostileTexts[n % hostileTexts.length]}x`;
      const given = {
        title: text,
        ownerTeam: text,
        createdBy: text,
        changeSummary: text,
        actionTags: [text],
        contentMd,
      };
      const made = await create(`runbook-${n}`, given);
      expect(made).to.deep.include({ ...given, actor: "Grace", latestVersion: "1.0.0", status: "draft" });
      expect(await read(`/runbooks/${made.id}`)).to.deep.equal(made);
      const listed = await read<Runbook[]>(`/runbooks?${new URLSearchParams({ actionType: text, limit: "1" })}`);
      expect(listed[0]?.id).to.equal(made.id);
    }
    expect(await read<Runbook[]>("/runbooks")).to.have.length(contents.length);
  });

  it("hold U+FFFD for U+0000, and the caller for a missing author", async () => {
    const { contentMd, createdBy } = await create("nul", { contentMd: "a\u0000b" });
    expect({ contentMd, createdBy }).to.deep.equal({ contentMd: "a\ufffdb", createdBy: "Grace" });
  });

  it("are refused where the document says so, naming the field", async () => {
    const cases: readonly (readonly [more: Readonly<Record<string, unknown>>, path: string])[] = [
      [{ slug: "Not A Slug" }, "/slug"],
      [{ slug: "a--b" }, "/slug"],
      [{ title: "  " }, "/title"],
      [{ contentMd: "x".repeat(200_001) }, "/contentMd"],
      [{ actionTags: [""] }, "/actionTags/0"],
      [{ actionTags: Array.from({ length: 51 }, (_, n) => `${n}`) }, "/actionTags"],
    ];
    for (const [more, path] of cases) {
      const answer = await send("POST", "/runbooks", { slug: "ok", title: "t", contentMd: "c", ...more });
      expect(answer.status, answer.text.slice(0, 300)).to.equal(400);
      expect(pathsOf(answer)).to.include(path);
    }
    expect(await read<Runbook[]>("/runbooks")).to.deep.equal([]);
    await create("taken");
    const again = await send("POST", "/runbooks", { slug: "taken", title: "t", contentMd: "c" });
    expect([again.status, ...pathsOf(again)]).to.deep.equal([409, "/slug"]);
  });

  it("take versions that grow, and answer all of them, the latest first", async () => {
    const { id } = await create("grows");
    const added = await append(id, "1.9.0", "nine\r\n");
    expect(added.status, added.text).to.equal(201);
    expect(added.json()).to.include({ runbookId: id, version: "1.9.0", contentMd: "nine\r\n", createdBy: "Grace" });
    expect(added.json()).to.include({ actor: "Grace" });
    expect((await append(id, "1.10.0")).status).to.equal(201);
    for (const version of ["1.10.0", "1.9.1", "1.0.0"]) {
      const answer = await append(id, version);
      expect([answer.status, ...pathsOf(answer)], version).to.deep.equal([409, "/version"]);
    }
    for (const version of ["2", "2.0", "v2.0.0", "2.0.0-beta", "02.0.0", "2.0.1234567890", "", 2]) {
      const answer = await append(id, version);
      expect([answer.status, pathsOf(answer)[0]], String(version)).to.deep.equal([400, "/version"]);
    }
    expect(await read<Runbook>(`/runbooks/${id}`)).to.include({ latestVersion: "1.10.0", contentMd: "# New" });
    const versions = await read<Version[]>(`/runbooks/${id}/versions`);
    expect(versions.map(({ version }) => version)).to.deep.equal(["1.10.0", "1.9.0", "1.0.0"]);
    const page = await send("GET", `/runbooks/${id}/versions?limit=2`);
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect((await read<Version[]>(next)).map(({ version }) => version)).to.deep.equal(["1.0.0"]);
  });

  it("are published and archived from any status, as often as one likes", async () => {
    const { id } = await create("moves");
    for (const [verb, answer] of [
      ["archive", "archived"],
      ["archive", "archived"],
      ["publish", "published"],
      ["publish", "published"],
    ] as const) {
      expect((await send("POST", `/runbooks/${id}/${verb}`)).json()).to.deep.equal({ [answer]: true });
      expect(await read<Runbook>(`/runbooks/${id}`)).to.include({ status: answer });
    }
    expect((await send("GET", "/runbooks?status=BOGUS")).status).to.equal(400);
  });

  it("belong to their organization alone", async () => {
    const { id } = await create("ours");
    const incident = await open();
    token = tokenOf(`runbooks-${++last}`);
    const theirs = await open();
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
      expect((await send(method, path, body)).status, `${method} ${path}`).to.equal(404);
    }
  });

  it("are linked and unlinked, each told once", async () => {
    const [incident, { id }] = [await open(), await create("restart")];
    const path = `/incidents/${incident}/runbooks/${id}/link`;
    for (let n = 0; n < 2; n++) expect((await send("POST", path)).json()).to.deep.equal({ linked: true });
    const linked = await read<{ links: { runbookId: string; source: string }[]; runbooks: Runbook[] }>(
      `/incidents/${incident}/runbooks`,
    );
    expect(linked.links.map(({ runbookId, source }) => [runbookId, source])).to.deep.equal([[id, "manual"]]);
    expect(linked.runbooks).to.deep.equal([await read(`/runbooks/${id}`)]);
    for (let n = 0; n < 2; n++) expect((await send("DELETE", path)).json()).to.deep.equal({ unlinked: true });
    expect(await read(`/incidents/${incident}/runbooks`)).to.deep.equal({ links: [], runbooks: [] });
    const events = await read<{ type: string; actor: string }[]>(`/incidents/${incident}/events`);
    expect(events.slice(1).map(({ type, actor }) => `${type} by ${actor}`)).to.deep.equal([
      "runbook_linked by Grace",
      "runbook_unlinked by Grace",
    ]);
  });

  it("are recommended where they are linked to a similar incident, and say why, until they are archived", async () => {
    const [earlier, later, { id }] = [await open(), await open(), await create("restart")];
    await send("POST", `/incidents/${earlier}/runbooks/${id}/link`);
    const recommended = (): Promise<Recommended> => read(`/incidents/${later}/runbooks/recommended`);
    expect((await recommended()).runbooks, "a draft").to.deep.equal([]);
    await send("POST", `/runbooks/${id}/publish`);
    const answer = await recommended();
    expect(answer.runbooks.map((runbook) => runbook.id)).to.deep.equal([id]);
    expect(answer.sources).to.deep.equal({ actionTypes: [], similarIncidentCount: 1 });
    expect(answer.linkedRunbookIds).to.deep.equal([]);
    expect(answer.ranking.map(({ runbookId, reasons }) => [runbookId, ...reasons])).to.deep.equal([
      [id, "It is linked to 1 similar incident not recovered yet, which counts half."],
    ]);
    const [alike] = await read<{ score: number }[]>(`/incidents/${later}/similar`);
    const likeness = alike?.score ?? 0;
    expect(answer.ranking[0]?.score).to.equal(Math.round(likeness * 50) / 100);
    await send("PATCH", `/incidents/${earlier}/status`, { status: "RESOLVED" });
    expect((await recommended()).ranking[0]?.score).to.equal(likeness);
    await send("POST", `/runbooks/${id}/archive`);
    expect((await recommended()).runbooks, "an archived one").to.deep.equal([]);
  });
});
