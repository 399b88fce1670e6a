import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { RUNBOOK_CONTENTS_BYTES_MAX } from "../../src/model/page-limits.ts";
import { RUNBOOK_VERSIONS_MAX } from "../../src/model/record-limits.ts";
import {
  addVersion,
  createRunbook,
  type NewRunbook,
  type Runbook,
  type RunbookFilter,
  type RunbookStore,
} from "../../src/runbook/runbook.ts";
import { createRunbookStore } from "../../src/store/runbooks/runbook-store.ts";
import { runbookVersionTable } from "../../src/store/runbooks/runbook-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Lists of runbooks", (fresh) => {
  let store: Fresh;
  let database: Database;
  let runbooks: RunbookStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    runbooks = createRunbookStore(database);
  });
  afterEach(() => store.drop());

  const create = (slug: string, given: Partial<NewRunbook> = {}, scope = ACME): Promise<Runbook> =>
    createRunbook(runbooks, scope, { slug, title: slug, contentMd: `# ${slug}`, ...given }, NOW);
  const append = (id: string, version: string, contentMd = `# ${version}`) =>
    addVersion(runbooks, ACME, id, { version, contentMd, createdBy: "bob", changeSummary: `to ${version}` }, NOW + 1);
  const slugs = async (filter: Partial<RunbookFilter> = {}, scope = ACME): Promise<string[]> =>
    (await runbooks.list(scope, { limit: 100, ...filter })).runbooks.map(({ slug }) => slug);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("lists by status, action type and both, newest first, page after page", async () => {
    const made = await Promise.all([create("a", { actionTags: ["restart"] })]);
    made.push(await create("b", { actionTags: ["restart", "scale"] }));
    made.push(await create("c", { actionTags: ["scale"] }));
    made.push(await create("d"));
    for (const index of [1, 2]) await runbooks.setStatus(ACME, (made[index] as Runbook).id, "published", NOW);
    expect(await slugs()).to.deep.equal(["d", "c", "b", "a"]);
    expect(await slugs({ status: "draft" })).to.deep.equal(["d", "a"]);
    expect(await slugs({ status: "archived" })).to.deep.equal([]);
    expect(await slugs({ actionType: "restart" })).to.deep.equal(["b", "a"]);
    expect(await slugs({ actionType: "rest" })).to.deep.equal([]);
    expect(await slugs({ actionType: "Restart" })).to.deep.equal([]);
    expect(await slugs({ actionType: "scale", status: "published" })).to.deep.equal(["c", "b"]);
    expect(await slugs({ actionType: "restart", status: "draft" })).to.deep.equal(["a"]);
    for (const filter of [{}, { actionType: "restart" }, { status: "draft" as const }]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await runbooks.list(ACME, { ...filter, limit: 1, ...(cursor === undefined ? {} : { cursor }) });
        found.push(...page.runbooks.map(({ slug }) => slug));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(found).to.deep.equal(await slugs(filter));
    }
    expect(await refused(runbooks.list(ACME, { limit: 1, cursor: "x" }))).to.equal("invalid_cursor");
  });

  it("finds published ones by action types and ids, and by ids in their order", async () => {
    const [a, b] = [await create("a", { actionTags: ["restart"] }), await create("b", { actionTags: ["restart"] })];
    const [c, draft] = [await create("c"), await create("draft", { actionTags: ["restart"] })];
    for (const { id } of [a, b, c]) await runbooks.setStatus(ACME, id, "published", NOW);
    const found = async (types: string[], ids: string[], most = 10, scope = ACME) =>
      (await runbooks.published(scope, types, ids, most)).map(({ slug }) => slug).sort();
    expect(await found(["restart", "restart"], [c.id, draft.id, "none"])).to.deep.equal(["a", "b", "c"]);
    expect(await found(["restart"], [], 1)).to.deep.equal(["b"]);
    expect(await found([], [])).to.deep.equal([]);
    expect(await found(["restart"], [a.id], 10, OTHER)).to.deep.equal([]);
    const ids = [draft.id, "none", a.id];
    expect((await runbooks.find(ACME, ids)).map(({ slug }) => slug)).to.deep.equal(["draft", "a"]);
    expect(await runbooks.find(OTHER, ids)).to.deep.equal([]);
  });

  it("shows the texts of a list up to a bound, and each by itself", async () => {
    const large = "🦋".repeat(200_000);
    const shown = Math.floor(RUNBOOK_CONTENTS_BYTES_MAX / Buffer.byteLength(large));
    for (let n = 0; n <= shown; n++) await create(`n${n}`, { contentMd: large });
    const page = await runbooks.list(ACME, { limit: 100 });
    expect(page.runbooks.map(({ contentMd }) => contentMd === large)).to.deep.equal([
      ...Array(shown).fill(true),
      false,
    ]);
    const last = page.runbooks.at(-1) as Runbook;
    expect(last).to.include({ slug: "n0", contentMd: null });
    expect((await runbooks.get(ACME, last.id)).contentMd === large).to.equal(true);
  });

  it("bounds the versions of a runbook", async () => {
    const { id } = await create("one");
    const template = { organizationId: "acme", runbookId: id, contentMd: "", createdBy: "bot", changeSummary: null };
    const rows = Array.from({ length: RUNBOOK_VERSIONS_MAX - 2 }, (_, n) => ({
      ...template,
      id: `${n}`,
      version: `0.0.${n}`,
      createdAt: NOW,
    }));
    await database.write((transaction) => insertRows(transaction, runbookVersionTable, rows));
    await append(id, "2.0.0");
    expect(await refused(append(id, "3.0.0"))).to.equal("limit_reached");
  });

  it("shows another organization nothing", async () => {
    const { id } = await create("one", { actionTags: ["restart"] });
    const attempts = [
      runbooks.get(OTHER, id),
      runbooks.versions(OTHER, id, 10),
      runbooks.setStatus(OTHER, id, "published", NOW),
      addVersion(runbooks, OTHER, id, { version: "2.0.0", contentMd: "" }, NOW),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal(attempts.map(() => "runbook_not_found"));
    expect(await slugs({}, OTHER)).to.deep.equal([]);
    expect(await slugs({ actionType: "restart" }, OTHER)).to.deep.equal([]);
    expect(await runbooks.get(ACME, id)).to.include({ latestVersion: "1.0.0", status: "draft" });
  });
});
