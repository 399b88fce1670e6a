import { expect } from "chai";
import { createSimilarIncidents, mostSimilar, type SimilarIncidents } from "../../src/incident/similar-incidents.ts";
import type { Corpus } from "../../src/incident/similarity.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { searchTerms } from "../../src/kernel/search-terms.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { TimelineEventType } from "../../src/model/timeline-event.ts";
import { BLOCK_NUMBERS } from "../../src/store/incident-index/bitmap.ts";
import { termsOf } from "../../src/store/incident-index/incident-terms.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { incidentTable, timelineEventTable } from "../../src/store/incidents/incident-tables.ts";
import { createSimilarCandidates } from "../../src/store/incidents/similar-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";
import { troubles } from "./troubles.ts";

const clock = { now: () => NOW };
const WINDOW_MS = 180 * DAY_MS;
const idsOf = (found: readonly { readonly incident: Incident }[]): string[] => found.map((each) => each.incident.id);

/** Stores incidents as they are, the first with this number; nothing else is in their blocks of numbers. */
async function plant(
  database: Database,
  organizationId: string,
  planted: readonly Incident[],
  first = 1,
): Promise<void> {
  const rows = planted.map((each, index) => ({
    ...each,
    organizationId,
    number: first + index,
    severityRank: 0,
    quietAt: null,
  }));
  await database.write(async (transaction) => {
    await insertRows(transaction, incidentTable, rows);
    const marked = rows.map((row) => ({ number: row.number, terms: termsOf(row) }));
    await fillPostings(transaction, organizationId, marked);
  });
}

onEachEngine("Similar incidents of ten kinds", (fresh) => {
  const EACH = 20;
  const SERVICES = ["checkout", "payments", "search", "ledger", "catalog", "mail-worker"];
  const SIGNALS = ["log_error_rate", "log_new_pattern", "manual"] as const;
  let store: Fresh;
  let similar: SimilarIncidents;
  const all: Incident[] = [];
  const kindOf = new Map<string, string>();

  before(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    for (let round = 0; round < EACH; round++) {
      for (const [index, [kind, wordings]] of Object.entries(troubles).entries()) {
        const [title] = wordings[round % wordings.length] as readonly [string, string];
        const [, description] = wordings[Math.floor(round / 3) % wordings.length] as readonly [string, string];
        const service = SERVICES[(round * 7 + index) % SERVICES.length] as string;
        const signalType = SIGNALS[(round + index) % SIGNALS.length] as (typeof SIGNALS)[number];
        const made = incident({
          title,
          description: description.replaceAll("{}", () => String(1 + ((round * 37 + index * 11) % 97))),
          affectedServices: round % 5 === 0 ? [service, "gateway"] : [service],
          primaryService: service,
          signalType,
          ruleId: signalType === "manual" ? null : signalType,
          createdAt: NOW - (EACH - round) * DAY_MS,
        });
        kindOf.set(made.id, kind);
        all.push(made);
      }
    }
    await plant(database, "acme", all);
    similar = createSimilarIncidents(createSimilarCandidates(database), clock);
  });
  after(() => store.drop());

  it("are of the same kind: nine of ten among the first five, and the first one always", async () => {
    let same = 0;
    const given = all.filter((_, index) => index % 3 === 0);
    for (const { id } of given) {
      const found = idsOf(await similar.similar(ACME, id, 5));
      expect(found).to.have.length(5);
      expect(kindOf.get(found[0] as string), id).to.equal(kindOf.get(id));
      same += found.filter((each) => kindOf.get(each) === kindOf.get(id)).length;
    }
    expect(same / (5 * given.length)).to.be.at.least(0.9);
  });

  it("are what comparing with each of all incidents finds", async () => {
    const words = all.map(({ title, description, affectedServices }) =>
      searchTerms([title, description, ...affectedServices].join(" "), 2000),
    );
    const corpus: Corpus = {
      incidents: all.length,
      frequencyOf: (word) => ({ incidents: words.filter((each) => each.includes(word)).length, exact: true }),
    };
    for (const given of all.filter((_, index) => index % 9 === 0)) {
      const found = await similar.similar(ACME, given.id, 20);
      const plain = mostSimilar(given, all.toReversed(), corpus, 0, 20);
      expect(found.map(({ score, reasons }) => ({ score, reasons }))).to.deep.equal(
        plain.map(({ score, reasons }) => ({ score, reasons })),
      );
      expect(idsOf(found)).to.deep.equal(idsOf(plain));
    }
  });
});

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

  it("tell which remediations completed without being simulated, and how long recovery took", async () => {
    const past = incident({ createdAt: NOW - DAY_MS, resolvedAt: NOW - DAY_MS + 12.34 * MINUTE_MS });
    const given = incident();
    await plant(database, scope.organizationId, [past, given]);
    const entry = (type: TimelineEventType, actionType: unknown, mode = "live") => ({
      type,
      metadata: { actionType, mode },
    });
    const entries = [
      entry("remediation_completed", "restart-service"),
      entry("remediation_completed", "rollback-deployment"),
      entry("remediation_failed", "scale-service"),
      entry("remediation_completed", "rollback-deployment"),
      entry("note", "delete-pod"),
      entry("remediation_completed", { odd: true }),
      entry("remediation_completed", "drain-node", "simulate"),
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
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const many = Array.from(
      { length: 2000 },
      (_, n) => `w${letters[n % 26]}${letters[((n / 26) % 26) | 0]}${letters[(n / 676) | 0]}`,
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

onEachEngine("Similar incidents among many", (fresh) => {
  const RECENT = 8 * BLOCK_NUMBERS;
  let store: Fresh;
  let similar: SimilarIncidents;
  const named = (title: string, service: string, createdAt = NOW): Incident =>
    incident({ title, description: "", affectedServices: [service], primaryService: service, createdAt });
  const older = named("Seldom heard grinding", "mill", NOW - 101 * DAY_MS);
  const old = named("Grinding, seldom heard", "press", NOW - 100 * DAY_MS);
  const rare = named("Seldom heard grinding", "edge");
  const newest = named("Everywhere alike", "core");
  const frequent = named("Everywhere alike", "shop");
  before(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    // Only those compared have rows; of the others there are the postings: every second holds the frequent words.
    await plant(database, "acme", [older, old], 1);
    const numbers = Array.from({ length: 2 * RECENT - 10 }, (_, index) => index + 10);
    const terms = ["w:everywhere", "w:alike"];
    await database.write((transaction) =>
      fillPostings(
        transaction,
        "acme",
        numbers.filter((number) => number % 2 === 0).map((number) => ({ number, terms })),
      ),
    );
    await plant(database, "acme", [rare, newest, frequent], 2 * RECENT);
    similar = createSimilarIncidents(createSimilarCandidates(database), clock);
  });
  after(() => store.drop());

  it("are found by rare words however old, and by frequent ones among the newest", async () => {
    expect(idsOf(await similar.similar(ACME, rare.id, 5))).to.deep.equal([old.id, older.id]);
    expect(idsOf(await similar.similar(ACME, frequent.id, 5))).to.deep.equal([newest.id]);
  });

  it("say how many hold a word: exactly where it was looked for, about where it is frequent", async () => {
    const total = 2 * RECENT + 2;
    const [byRare] = await similar.similar(ACME, rare.id, 1);
    expect(byRare?.reasons).to.deep.equal([
      `Shares rare words, each in so many of ${total} incidents: seldom (3), heard (3), grinding (3) (+0.60)`,
      "Same signal log_error_rate by the same rule log-error-rate (+0.10)",
      "Same environment production (+0.05)",
    ]);
    const [byFrequent] = await similar.similar(ACME, frequent.id, 1);
    expect(byFrequent?.reasons[0]).to.match(/: everywhere \(about 3277\d\), alike \(about 3277\d\) \(\+0\.60\)$/);
  });
});
