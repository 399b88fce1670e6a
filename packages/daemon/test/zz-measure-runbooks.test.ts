import { onEachEngine, type Fresh } from "/work/main/packages/daemon/test/store/engines.ts";
import { createRunbookStore } from "/work/main/packages/daemon/src/store/runbook/store.ts";
import { createCommentStore } from "/work/main/packages/daemon/src/store/comment/store.ts";
import { createRunbookLinkStore } from "/work/main/packages/daemon/src/store/runbook/links.ts";
import { createIncidentStore } from "/work/main/packages/daemon/src/store/incident/store.ts";
import { insertRows } from "/work/main/packages/daemon/src/store/rows.ts";
import { runbookTable, runbookVersionTable, runbookActionTagTable } from "/work/main/packages/daemon/src/store/runbook/tables.ts";
import { incidentCommentTable } from "/work/main/packages/daemon/src/store/comment/tables.ts";
import { ACME, incident, NOW } from "/work/main/packages/daemon/test/store/samples.ts";
import { addVersion, createRunbook } from "/work/main/packages/daemon/src/runbook/write.ts";
import { addComment } from "/work/main/packages/daemon/src/incident/comments.ts";

onEachEngine("measure", (fresh) => {
  it("x", async function () {
    this.timeout(200000);
    const store: Fresh = await fresh();
    const db = await store.openDatabase();
    const rb = createRunbookStore(db);
    const cm = createCommentStore(db);
    const inc = createIncidentStore(db, { now: () => NOW });
    const one = incident();
    await inc.create(ACME, one, []);
    const N = 9000;
    const tags = ["restart-service", "scale-service", "rollback-deployment", "delete-pod", "x", "y"];
    const st = ["draft", "published", "archived"] as const;
    await db.write(async (t) => {
      const rows = Array.from({ length: N }, (_, n) => ({ seq: n + 1, id: `r${n}`, organizationId: "acme", slug: `s${n}`, title: `t${n}`, ownerTeam: null, status: st[n % 3], actionTags: [tags[n % 6]], latestVersion: "1.0.0", latestVersionId: `v${n}`, createdBy: "a", changeSummary: null, contentBytes: 6000, createdAt: NOW, updatedAt: NOW }));
      await insertRows(t, runbookTable, rows as never);
      await insertRows(t, runbookActionTagTable, rows.map((r, n) => ({ organizationId: "acme", tag: tags[n % 6], seq: n + 1, status: r.status })) as never);
      await insertRows(t, runbookVersionTable, rows.map((r, n) => ({ id: `v${n}`, organizationId: "acme", runbookId: r.id, version: "1.0.0", contentMd: "# x\n".repeat(1500), createdBy: "a", changeSummary: null, createdAt: NOW })) as never);
      await insertRows(t, incidentCommentTable, Array.from({ length: 9000 }, (_, n) => ({ id: `c${n}`, organizationId: "acme", incidentId: one.id, author: "a", body: "b".repeat(200), createdAt: NOW, updatedAt: NOW })) as never);
      if (db.kind === "postgres") await t.query("select setval('runbook_seq_seq', 20000)");
    });
    const time = async (name: string, f: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let i = 0; i < 30; i++) { const b = performance.now(); await f(); times.push(performance.now() - b); }
      times.sort((a, b) => a - b);
      console.log(name, "median", times[15]!.toFixed(1), "max", times[29]!.toFixed(1));
    };
    await time("list 500", () => rb.list(ACME, { limit: 500 }));
    await time("list 50 tag+status", () => rb.list(ACME, { limit: 50, actionType: "y", status: "published" }));
    await time("list 50 tag+status none", () => rb.list(ACME, { limit: 50, actionType: "y", status: "draft" }));
    await time("list 50 tag", () => rb.list(ACME, { limit: 50, actionType: "y", cursor: "400" }));
    await time("list 50 status cursor", () => rb.list(ACME, { limit: 50, status: "draft", cursor: "400" }));
    await time("published 3 types", () => rb.published(ACME, tags.slice(0, 3), ["r5", "r7"], 100));
    await time("comments 200", () => cm.list(ACME, one.id, 200));
    await time("comments deep", () => cm.list(ACME, one.id, 200, "500"));
    let n = 0;
    await time("add comment", () => addComment(cm, ACME, one.id, { author: "a", body: "b" }, NOW));
    await time("create runbook", () => createRunbook(rb, ACME, { slug: `new${++n}`, title: "t", contentMd: "c", actionTags: tags }, NOW));
    await time("add version", () => addVersion(rb, ACME, "r5", { version: `2.${++n}.0`, contentMd: "# y".repeat(2000) }, NOW));
    await time("links of 20", () => createRunbookLinkStore(db).ofIncidents(ACME, Array.from({ length: 20 }, (_, i) => `${i}`)));
    await store.drop();
  });
});
