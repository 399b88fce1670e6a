import { expect } from "chai";
import { hostileTexts } from "../support/hostile.ts";
import { type Runbook, runbookRequests } from "./runbook-requests.ts";

interface Version {
  readonly version: string;
  readonly contentMd: string;
}

describe("runbooks over HTTP", function () {
  this.timeout(30_000);
  const world = runbookRequests();

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
      const made = await world.create(`runbook-${n}`, given);
      expect(made).to.deep.include({ ...given, actor: "Grace", latestVersion: "1.0.0", status: "draft" });
      expect(await world.read(`/runbooks/${made.id}`)).to.deep.equal(made);
      const listed = await world.read<Runbook[]>(`/runbooks?${new URLSearchParams({ actionType: text, limit: "1" })}`);
      expect(listed[0]?.id).to.equal(made.id);
    }
    expect(await world.read<Runbook[]>("/runbooks")).to.have.length(contents.length);
  });

  it("hold U+FFFD for U+0000, and the caller for a missing author", async () => {
    const { contentMd, createdBy } = await world.create("nul", { contentMd: "a\u0000b" });
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
      const answer = await world.send("POST", "/runbooks", { slug: "ok", title: "t", contentMd: "c", ...more });
      expect(answer.status, answer.text.slice(0, 300)).to.equal(400);
      expect(world.pathsOf(answer)).to.include(path);
    }
    expect(await world.read<Runbook[]>("/runbooks")).to.deep.equal([]);
    await world.create("taken");
    const again = await world.send("POST", "/runbooks", { slug: "taken", title: "t", contentMd: "c" });
    expect([again.status, ...world.pathsOf(again)]).to.deep.equal([409, "/slug"]);
  });

  it("take versions that grow, and answer all of them, the latest first", async () => {
    const { id } = await world.create("grows");
    const added = await world.append(id, "1.9.0", "nine\r\n");
    expect(added.status, added.text).to.equal(201);
    expect(added.json()).to.include({ runbookId: id, version: "1.9.0", contentMd: "nine\r\n", createdBy: "Grace" });
    expect(added.json()).to.include({ actor: "Grace" });
    expect((await world.append(id, "1.10.0")).status).to.equal(201);
    for (const version of ["1.10.0", "1.9.1", "1.0.0"]) {
      const answer = await world.append(id, version);
      expect([answer.status, ...world.pathsOf(answer)], version).to.deep.equal([409, "/version"]);
    }
    for (const version of ["2", "2.0", "v2.0.0", "2.0.0-beta", "02.0.0", "2.0.1234567890", "", 2]) {
      const answer = await world.append(id, version);
      expect([answer.status, world.pathsOf(answer)[0]], String(version)).to.deep.equal([400, "/version"]);
    }
    expect(await world.read<Runbook>(`/runbooks/${id}`)).to.include({ latestVersion: "1.10.0", contentMd: "# New" });
    const versions = await world.read<Version[]>(`/runbooks/${id}/versions`);
    expect(versions.map(({ version }) => version)).to.deep.equal(["1.10.0", "1.9.0", "1.0.0"]);
    const page = await world.send("GET", `/runbooks/${id}/versions?limit=2`);
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect((await world.read<Version[]>(next)).map(({ version }) => version)).to.deep.equal(["1.0.0"]);
  });

  it("are published and archived from any status, as often as one likes", async () => {
    const { id } = await world.create("moves");
    for (const [verb, answer] of [
      ["archive", "archived"],
      ["archive", "archived"],
      ["publish", "published"],
      ["publish", "published"],
    ] as const) {
      expect((await world.send("POST", `/runbooks/${id}/${verb}`)).json()).to.deep.equal({ [answer]: true });
      expect(await world.read<Runbook>(`/runbooks/${id}`)).to.include({ status: answer });
    }
    expect((await world.send("GET", "/runbooks?status=BOGUS")).status).to.equal(400);
  });
});
