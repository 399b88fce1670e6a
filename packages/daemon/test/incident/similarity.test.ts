import { expect } from "chai";
import { mostSimilar } from "../../src/incident/similar-incidents.ts";
import { type Compared, type Corpus, likenessOf, subjectOf } from "../../src/incident/similarity.ts";
import { diagnosisOf } from "../store/diagnosis-sample.ts";
import { incident, NOW } from "../store/samples.ts";
import { given } from "./similarity-samples.ts";

/** So many of a hundred incidents hold each word; those not named, one. */
const HOLDING: Readonly<Record<string, number>> = {
  connection: 20,
  pool: 4,
  exhausted: 9,
  waiters: 2,
  time: 50,
  out: 60,
};
const corpus: Corpus = {
  incidents: 100,
  frequencyOf: (word) => ({ incidents: HOLDING[word] ?? 1, exact: word !== "out" }),
};
const worth = (holding: number): number => Math.log(1 + (100 - holding + 0.5) / (holding + 0.5));
const unlike: Partial<Compared> = {
  title: "Nothing",
  description: "else",
  affectedServices: ["search"],
  primaryService: "search",
  environment: "staging",
  signalType: "silence",
  ruleId: "service-silent",
};
const likeness = (other: Partial<Compared>, own: Partial<Compared> = {}) =>
  likenessOf(subjectOf({ ...given, ...own }, corpus), incident({ ...unlike, ...other }));

describe("The likeness of two incidents", () => {
  it("is what the shares of the weights add up to, by hand", () => {
    // Those of the title count twice; "after" and "s" tell nothing.
    const all = 2 * (worth(20) + worth(4) + worth(9)) + worth(2) + worth(50) + worth(60);
    const shared = 2 * (worth(4) + worth(9)) + worth(2);
    const words = (0.6 * shared) / all;
    const found = likeness({
      title: "Pool exhausted",
      description: "many waiters",
      affectedServices: ["checkout", "payments"],
      primaryService: "checkout",
      signalType: "log_error_rate",
      ruleId: "our-error-rate",
      environment: "Prod",
    });
    const services = 0.25 * (0.6 + 0.4 * (1 / 2));
    const signal = 0.1 * 0.5;
    expect(found.score).to.equal(Math.round((words + services + signal + 0.05) * 100) / 100);
    expect(found.reasons).to.deep.equal([
      `Shares rare words, each in so many of 100 incidents: pool (4), exhausted (9), waiters (2) (+${words.toFixed(2)})`,
      "Same primary service checkout (+0.20)",
      "Same signal log_error_rate (+0.05)",
      "Same environment production (+0.05)",
    ]);
  });

  it("is 1 for the same again and 0 for nothing in common", () => {
    expect(likeness(given).score).to.equal(1);
    expect(likeness({})).to.deep.equal({ score: 0, reasons: [] });
  });

  it("leaves out what says nothing, and gives its weight to the rest", () => {
    const manual = { signalType: "manual", ruleId: null, environment: "unknown", affectedServices: [] } as const;
    const own = { ...manual, primaryService: null };
    const found = likeness({ ...manual, title: given.title, description: given.description }, own);
    expect(found).to.deep.include({ score: 1 });
    expect(found.reasons).to.have.length(1);
  });

  it("compares diagnosed causes where both have one", () => {
    const diagnosis = diagnosisOf({ rootCause: "Leaked connections after deployment 4f2a91c" });
    const other = { ...given, diagnosis: diagnosisOf({ rootCause: "Leaked connections of a batch job" }) };
    // "leaked" and "connections", of three words and four; "after", "of", "a" and the hash are none. All parts weigh 1.5 together.
    const cause = (0.5 * ((2 * 2) / (3 + 4))) / 1.5;
    expect(likeness(other, { diagnosis }).reasons).to.include(
      `Diagnosed causes share the words leaked, connections (+${cause.toFixed(2)})`,
    );
    expect(likeness(other).score, "one that isn't diagnosed").to.equal(1);
    expect(likeness(other, { diagnosis: diagnosisOf({ rootCause: "" }) }).score, "inconclusive").to.equal(1);
  });

  it("names common words as such, and says which were counted on a part", () => {
    const found = likeness({ title: "time out" });
    expect(found.reasons).to.deep.equal([
      "Shares common words, each in so many of 100 incidents: time (50), out (about 60) (+0.04)",
    ]);
  });

  it("says which services are shared beside the primary one", () => {
    const own = { affectedServices: ["checkout", "payments"], primaryService: "checkout" };
    expect(likeness({ affectedServices: ["search", "payments"] }, own).reasons).to.deep.equal([
      "Shares affected services: payments (+0.03)",
    ]);
    expect(likeness({ ...own }, own).reasons).to.deep.equal([
      "Same primary service checkout, shares affected services: payments (+0.25)",
    ]);
  });
});

describe("The most similar incidents", () => {
  const ranked = (others: readonly ReturnType<typeof incident>[], limit = 20): string[] =>
    mostSimilar(given, others, corpus, NOW - 1000, limit).map((each) => each.incident.id);
  const alike = (more: Parameters<typeof incident>[0] = {}) =>
    incident({ title: given.title, description: given.description, ...more });

  it("come by their score, of equal ones the newest first, no more than asked for", () => {
    const [old, fresh, close] = [alike({ createdAt: NOW - 2 }), alike(), alike({ title: "Pool exhausted" })];
    expect(ranked([close, old, fresh])).to.deep.equal([fresh.id, old.id, close.id]);
    expect(ranked([close, old, fresh], 2)).to.deep.equal([fresh.id, old.id]);
  });

  it("are none of before the window, and none with little in common", () => {
    const [before, edge] = [alike({ createdAt: NOW - 1001 }), alike({ createdAt: NOW - 1000 })];
    const signalAlone = incident({
      ...unlike,
      signalType: given.signalType,
      ruleId: given.ruleId,
      environment: "prod",
    });
    expect(ranked([before, edge, signalAlone])).to.deep.equal([edge.id]);
  });

  it("are neither the incident itself, nor its parent, nor what is merged into any other", () => {
    const [parent, elsewhere] = [alike(), alike()];
    const child = incident({ ...given, parentIncidentId: parent.id });
    const others = [child, parent, alike({ parentIncidentId: parent.id }), alike({ parentIncidentId: "x" }), elsewhere];
    const found = mostSimilar(child, others, corpus, 0, 20);
    expect(found.map((each) => each.incident.id)).to.deep.equal([elsewhere.id]);
  });
});
