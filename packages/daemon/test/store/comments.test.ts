import { expect } from "chai";
import { createCommentStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { addComment, type CommentStore, removeComment } from "../../src/incident/comments.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { IncidentComment } from "../../src/incident/unit-of-work.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { COMMENTS_MAX } from "../../src/model/record-limits.ts";
import { incidentCommentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("The comment store", (fresh) => {
  let store: Fresh;
  let database: Database;
  let comments: CommentStore;
  let incidents: IncidentStore;
  let about: Incident;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    comments = createCommentStore(database);
    incidents = createIncidentStore(database, { now: () => now });
    about = await open();
  });
  afterEach(() => store.drop());

  const open = async (): Promise<Incident> => {
    const made = incident();
    await incidents.create(ACME, made, []);
    return made;
  };
  const add = (body: string, id = about.id): Promise<IncidentComment> =>
    addComment(comments, { ...ACME, actor: "Grace" }, id, { author: "Ada", body }, now);
  const bodies = async (limit = 100, id = about.id): Promise<string[]> =>
    (await comments.list(ACME, id, limit)).comments.map(({ body }) => body);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("gives back comments as they were written, the newest first, page after page", async () => {
    for (let n = 1; n <= 7; n++) await add(`${n}\r\n<b>\u202e=1+1 🦋`);
    expect(await bodies()).to.deep.equal([7, 6, 5, 4, 3, 2, 1].map((n) => `${n}\r\n<b>\u202e=1+1 🦋`));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await comments.list(ACME, about.id, 3, cursor);
      found.push(...page.comments.map(({ body }) => body));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(found).to.deep.equal(await bodies());
    expect(await refused(comments.list(ACME, about.id, 3, "1 or 1"))).to.equal("invalid_cursor");
  });

  it("keeps those of each incident apart", async () => {
    const other = await open();
    const { id } = await add("here");
    await add("there", other.id);
    expect(await bodies()).to.deep.equal(["here"]);
    expect(await bodies(100, other.id)).to.deep.equal(["there"]);
    expect(await refused(removeComment(comments, ACME, other.id, id))).to.equal("comment_not_found");
    await removeComment(comments, ACME, about.id, id);
    expect(await bodies()).to.deep.equal([]);
    expect(await refused(removeComment(comments, ACME, about.id, id))).to.equal("comment_not_found");
    expect(await bodies(100, other.id)).to.deep.equal(["there"]);
  });

  it("shows another organization nothing", async () => {
    const { id } = await add("ours");
    const given = { author: "Eve", body: "b" };
    const attempts = [
      comments.list(OTHER, about.id, 10),
      addComment(comments, OTHER, about.id, given, now),
      removeComment(comments, OTHER, about.id, id),
      comments.list(ACME, "none", 10),
      addComment(comments, ACME, "none", given, now),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal(attempts.map(() => "incident_not_found"));
    expect(await bodies()).to.deep.equal(["ours"]);
  });

  it("tells the timeline who wrote and how it begins, and leaves the incident as it was", async () => {
    now += 5;
    const short = await add("Found a moth.");
    await add("🦋".repeat(201));
    const [first, second] = await incidents.timeline(ACME, about.id);
    expect(first).to.deep.include({
      type: "comment_added",
      actor: "Grace",
      title: "Comment by Ada",
      detail: "Found a moth.",
      metadata: { commentId: short.id, author: "Ada" },
    });
    expect(second?.detail).to.equal(`${"🦋".repeat(199)}…`);
    expect(await incidents.get(ACME, about.id)).to.include({ updatedAt: NOW });
  });

  it("takes the words of a deleted comment from the timeline, and no other's", async () => {
    await add("kept");
    const { id } = await add("the password is swordfish");
    await removeComment(comments, { ...ACME, actor: "Grace" }, about.id, id);
    const details = (await incidents.timeline(ACME, about.id)).map(({ detail }) => detail);
    expect(details).to.deep.equal(["kept", "Deleted by Grace."]);
  });

  it("is bounded for each incident", async () => {
    const template = { organizationId: "acme", incidentId: about.id, author: "bot", actor: null, body: "b" };
    const rows = Array.from({ length: COMMENTS_MAX - 1 }, (_, n) => ({
      ...template,
      id: `${n}`,
      createdAt: NOW,
      updatedAt: NOW,
    }));
    await database.write((transaction) => insertRows(transaction, incidentCommentTable, rows));
    await add("last");
    expect(await refused(add("more"))).to.equal("limit_reached");
    expect(await refused(add("elsewhere", (await open()).id))).to.equal("not refused");
  });
});
