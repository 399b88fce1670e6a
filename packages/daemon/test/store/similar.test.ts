import { expect } from "chai";
import { createSimilarIncidents, type SimilarIncidents } from "../../src/incident/similar-incidents.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { TimelineEventType } from "../../src/model/timeline-event.ts";
import { timelineEventTable } from "../../src/store/incidents/incident-tables.ts";
import { createSimilarCandidates } from "../../src/store/incidents/similar-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";
import { plant } from "./similar-samples.ts";

const clock = { now: () => NOW };
const WINDOW_MS = 180 * DAY_MS;
const idsOf = (found: readonly { readonly incident: Incident }[]): string[] => found.map((each) => each.incident.id);

onEachEngine("Similar incidents", (fresh) => {
  let store: Fresh;
  let database: Database;
  let similar: SimilarIncidents;
  let scope = ACME;
  let last = 0;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    similar = createSimilarIncidents(createSimilarCandidates(database), clock);
  });
  beforeEach(() => {
    scope = { ...ACME, organizationId: `org-${++last}` };
  });
  after(() => store.drop());

  it("are of the last 180 days, of the same organization, and not the incident itself", async () => {
    const [before, edge, given] = [NOW - WINDOW_MS - 1, NOW - WINDOW_MS, NOW].map((createdAt) =>
      incident({ createdAt }),
    );
    const foreign = incident();
    await plant(database, scope.organizationId, [before, edge, given] as Incident[]);
    await plant(database, "other", [foreign]);
    expect(idsOf(await similar.similar(scope, given?.id ?? "", 5))).to.deep.equal([edge?.id]);
    expect(idsOf(await similar.similar(scope, before?.id ?? "", 5)), "of an old one").to.deep.equal([
      given?.id,
      edge?.id,
    ]);
    for (const id of [foreign.id, "01900000-0000-7000-8000-000000000000"]) {
      const error = await similar.similar(scope, id, 5).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: "incident_not_found", message: `Incident ${id} not found.` });
    }
    expect(await similar.similar(OTHER, foreign.id, 5)).to.deep.equal([]);
  });

  it("leave out what is merged into another one, and the own parent", async () => {
    const [parent, other] = [incident(), incident()];
    const merged = Array.from({ length: 150 }, () => incident({ parentIncidentId: parent.id }));
    await plant(database, scope.organizationId, [other, parent, ...merged]);
    expect(idsOf(await similar.similar(scope, merged[0]?.id ?? "", 20))).to.deep.equal([other.id]);
    expect(idsOf(await similar.similar(scope, parent.id, 20))).to.deep.equal([other.id]);
    expect(idsOf(await similar.similar(scope, other.id, 20))).to.deep.equal([parent.id]);
  });

  it("name the actions that were verified and not simulated, and how long recovery took", async () => {
    const past = incident({ createdAt: NOW - DAY_MS, resolvedAt: NOW - DAY_MS + 12.34 * MINUTE_MS });
    const given = incident();
    await plant(database, scope.organizationId, [past, given]);
    const entry = (type: TimelineEventType, actionType: unknown, more = {}) => ({
      type,
      metadata: { actionType, mode: "live", ...more },
    });
    const checked = (verification: string, actionType: unknown, mode = "live") =>
      entry("remediation_checked", actionType, { verification, mode });
    const entries = [
      checked("verified", "restart-service"),
      checked("verified", "rollback-deployment"),
      entry("remediation_completed", "never-checked"),
      entry("remediation_failed", "scale-service"),
      checked("verified", "rollback-deployment"),
      checked("ineffective", "delete-pod"),
      checked("inconclusive", "delete-pod"),
      entry("note", "delete-pod", { verification: "verified" }),
      checked("verified", { odd: true }),
      checked("verified", "drain-node", "simulate"),
    ].map((each, index) => ({
      ...each,
      id: `entry ${index}`,
      organizationId: scope.organizationId,
      incidentId: past.id,
      actor: "ann",
      title: "",
      detail: "",
      createdAt: NOW,
    }));
    await database.write((transaction) => insertRows(transaction, timelineEventTable, entries));
    const [found] = await similar.similar(scope, given.id, 5);
    expect(found).to.deep.include({
      topSuccessfulActions: ["rollback-deployment", "restart-service"],
      mttrMinutes: 12.3,
    });
    const [unresolved] = await similar.similar(scope, past.id, 5);
    expect(unresolved).to.deep.include({ topSuccessfulActions: [], mttrMinutes: null });
  });

  it("aren't found where there is nothing alike", async () => {
    const given = incident({
      title: "Certificate expired",
      description: "",
      primaryService: "edge",
      affectedServices: ["edge"],
    });
    const bare = { affectedServices: [], primaryService: null, signalType: "manual", ruleId: null } as const;
    const wordless = incident({ ...bare, title: "42", description: "", environment: "unknown" });
    await plant(database, scope.organizationId, [incident(), given, wordless]);
    expect(await similar.similar(scope, given.id, 5)).to.deep.equal([]);
    expect(await similar.similar(scope, wordless.id, 5)).to.deep.equal([]);
  });

  it("are found whatever the text holds", async () => {
    const deadLetters = "abcdefghijklmnopqrstuvwxyz";
    const many = Array.from(
      { length: 2000 },
      (_, n) => `w${deadLetters[n % 26]}${deadLetters[((n / 26) % 26) | 0]}${deadLetters[(n / 676) | 0]}`,
    );
    const texts = [
      "' or 1=1 --",
      '"; drop table incident',
      "\u202eevil\ud83d\ude00 %_*",
      "$1 ? :numbers",
      many.join(" "),
    ];
    const pairs = texts.map((text) => {
      const given = { title: text.slice(0, 500), description: text, affectedServices: [text.slice(0, 200)] };
      return [incident({ ...given, primaryService: null }), incident({ ...given, primaryService: null })] as const;
    });
    await plant(database, scope.organizationId, pairs.flat());
    for (const [one, other] of pairs) {
      const [found] = await similar.similar(scope, one.id, 1);
      expect(found?.incident.id, one.title).to.equal(other.id);
    }
  });
});
