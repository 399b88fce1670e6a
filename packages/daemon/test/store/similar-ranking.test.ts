import { expect } from "chai";
import { createSimilarIncidents, mostSimilar, type SimilarIncidents } from "../../src/incident/similar-incidents.ts";
import type { Corpus } from "../../src/incident/similarity.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { searchTerms } from "../../src/kernel/search-terms.ts";
import type { Incident } from "../../src/model/incident.ts";
import { BLOCK_NUMBERS } from "../../src/store/incident-index/bitmap.ts";
import { fillPostings } from "../../src/store/incident-index/posting-lists.ts";
import { createSimilarCandidates } from "../../src/store/incidents/similar-store.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW } from "./samples.ts";
import { plant } from "./similar-samples.ts";
import { troubles } from "./troubles.ts";

const clock = { now: () => NOW };
const idsOf = (found: readonly { readonly incident: Incident }[]): string[] => found.map((each) => each.incident.id);

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
