import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import {
  addVersion,
  createRunbook,
  type NewRunbook,
  type Runbook,
  type RunbookFilter,
  type RunbookStore,
} from "../../src/runbook/runbook.ts";
import { createRunbookStore } from "../../src/store/runbooks/runbook-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The runbook store", (fresh) => {
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
  const versionsOf = async (id: string): Promise<string[]> =>
    (await runbooks.versions(ACME, id, 100)).versions.map(({ version }) => version);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("gives back a runbook and its versions as they were written", async () => {
    const contentMd = "# Titel\r\n\r\n<script>=cmd|' /C calc'!A0\t\u202e🦋\u0001\ufffd\n\n";
    const given = { contentMd, title: " Rückbau ", ownerTeam: "ops", actionTags: ["a", "b", "a"], changeSummary: "=1" };
    const made = await create("roll-back", given);
    expect(made).to.deep.include({ slug: "roll-back", title: "Rückbau", latestVersion: "1.0.0", status: "draft" });
    expect(made).to.deep.include({ contentMd, ownerTeam: "ops", actionTags: ["a", "b"], changeSummary: "=1" });
    expect(made.createdBy).to.equal(ACME.actor);
    expect(await runbooks.get(ACME, made.id)).to.deep.equal(made);
    const version = await append(made.id, "1.1.0", `${contentMd}more`);
    expect(await runbooks.get(ACME, made.id)).to.deep.equal({
      ...made,
      latestVersion: "1.1.0",
      contentMd: `${contentMd}more`,
      createdBy: "bob",
      changeSummary: "to 1.1.0",
      updatedAt: NOW + 1,
    });
    const { versions } = await runbooks.versions(ACME, made.id, 10);
    expect(versions[0]).to.deep.equal(version);
    expect(versions[1]).to.deep.include({ version: "1.0.0", contentMd, createdBy: ACME.actor, runbookId: made.id });
  });

  it("takes a slug once, from twenty callers at once, in each organization", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refused(create("one"))));
    expect(answers.filter((answer) => answer === "not refused")).to.have.length(1);
    expect(answers.filter((answer) => answer === "already_exists")).to.have.length(19);
    await create("one", {}, OTHER);
    expect(await slugs()).to.deep.equal(["one"]);
  });

  it("takes higher versions alone, compared as numbers", async () => {
    const { id } = await create("one");
    for (const version of ["1.0.1", "1.9.0", "1.10.0", "2.0.0"]) await append(id, version);
    for (const version of ["2.0.0", "1.11.0", "0.999999999.0"]) {
      expect(await refused(append(id, version)), version).to.equal("version_not_higher");
    }
    expect(await versionsOf(id)).to.deep.equal(["2.0.0", "1.10.0", "1.9.0", "1.0.1", "1.0.0"]);
    expect(await refused(append("none", "3.0.0"))).to.equal("runbook_not_found");
  });

  it("lets one of twenty callers append a version", async () => {
    const { id } = await create("one");
    const answers = await Promise.all(Array.from({ length: 20 }, () => refused(append(id, "1.1.0"))));
    expect(answers.filter((answer) => answer === "not refused")).to.have.length(1);
    expect(answers.filter((answer) => answer === "version_not_higher")).to.have.length(19);
    expect(await versionsOf(id)).to.deep.equal(["1.1.0", "1.0.0"]);
  });

  it("stores growing versions alone, whoever of twenty callers comes first", async () => {
    const { id } = await create("one");
    const wanted = Array.from({ length: 20 }, (_, n) => `1.${(n * 7) % 20}.1`);
    const answers = await Promise.all(wanted.map((version) => refused(append(id, version))));
    const minors = (await versionsOf(id)).map((version) => Number(version.split(".")[1]));
    expect(minors).to.deep.equal([...minors].sort((a, b) => b - a));
    expect(minors[0]).to.equal(19);
    expect(minors).to.have.length(1 + answers.filter((answer) => answer === "not refused").length);
    expect((await runbooks.get(ACME, id)).latestVersion).to.equal("1.19.1");
  });

  it("moves from any status to published and archived, and again without a change", async () => {
    const { id } = await create("one");
    for (const [n, status] of (["published", "archived", "published", "archived"] as const).entries()) {
      await runbooks.setStatus(ACME, id, status, NOW + n);
      await runbooks.setStatus(ACME, id, status, NOW + 1000);
      expect(await runbooks.get(ACME, id)).to.include({ status, updatedAt: NOW + n });
    }
  });
});
