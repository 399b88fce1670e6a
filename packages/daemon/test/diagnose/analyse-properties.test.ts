import { expect } from "chai";
import fc from "fast-check";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import { confidencesOf } from "../../src/diagnose/analyse/suspect.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import type { Diagnosis } from "../../src/model/diagnosis.ts";
import { change, metric, pattern, troubledPicture } from "../support/pictures.ts";

const STEPS = 120;
const hostile = [
  "\u0000\u001b[2J",
  "\u202Eevil",
  "__proto__",
  "constructor",
  "a".repeat(5000),
  "'; DROP TABLE x; --",
  "",
];

/** Confidences are told in thousandths, which fractions can't add up exactly. */
const thousandthsOf = (confidences: readonly number[]): number =>
  confidences.reduce((sum, confidence) => sum + Math.round(confidence * 1000), 0);

function checkSound({ hypotheses, evidence, suggestedFixes, confidenceScore }: Diagnosis): void {
  const ids = evidence.map(({ id }) => id);
  expect(new Set(ids).size).to.equal(ids.length);
  expect(ids.length).to.be.at.most(40);
  expect(hypotheses.length).to.be.at.most(5);
  expect(suggestedFixes.length).to.be.at.most(5);
  expect(hypotheses.map(({ rank }) => rank)).to.deep.equal(hypotheses.map((_, index) => index + 1));
  expect(thousandthsOf(hypotheses.map(({ confidence }) => confidence))).to.be.at.most(1000);
  let last = 1;
  for (const { confidence, evidence: cited, counterEvidence, cause } of hypotheses) {
    expect(confidence).to.be.within(0, last);
    last = confidence;
    expect(ids).to.include.members([...cited, ...counterEvidence]);
    expect(cause).to.have.length.within(1, 1500);
    expect(/[\u0000-\u001f\u202a-\u202e]/.test(cause)).to.equal(false);
  }
  expect(confidenceScore).to.equal(hypotheses[0]?.confidence ?? 0);
  const cited = new Set(hypotheses.flatMap((hypothesis) => [...hypothesis.evidence, ...hypothesis.counterEvidence]));
  expect(ids.filter((id) => !cited.has(id))).to.deep.equal([]);
  for (const fix of suggestedFixes) expect(ids).to.include.members([...fix.evidence]);
}

const service = fc.constantFrom("checkout", "payments", "ledger", "cart-0", "cart-1", ...hostile);
const value = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE, 0, -1),
  fc.integer({ min: 0, max: 100 }),
);
const values = fc.array(value, { minLength: STEPS, maxLength: STEPS }).map((list) => Float64Array.from(list));
const name = fc.constantFrom("cpu", "http_errors_total", "latency_p99", "requests", "x", ...hostile);
const metrics = fc.array(
  fc
    .record({ service, name, values })
    .map((given) => metric(given.service, given.name, 1, 2, { values: given.values })),
  { maxLength: 8 },
);
const patterns = fc.array(
  fc
    .record({ service, name, values })
    .map((given) => ({ ...pattern(given.service, given.name), counts: given.values })),
  { maxLength: 8 },
);
const calls = fc.array(fc.record({ caller: service, callee: service }), { maxLength: 12 });
const changes = fc.array(
  fc
    .record({ service, minutes: fc.integer({ min: -200, max: 60 }), note: name })
    .map((given, ...rest) =>
      change({ id: `change-${rest.length}-${given.minutes}`, service: given.service, note: given.note }),
    ),
  { maxLength: 5 },
);

describe("Whatever the picture holds, the analyser", () => {
  it("cites only evidence that exists, in falling confidence, with ranks in a row", function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(fc.record({ metrics, patterns, calls, changes }), (given: Partial<Picture>) => {
        checkSound(analyse(troubledPicture(given)).diagnosis);
      }),
      { numRuns: 150 },
    );
  });

  it("is never surer than 1 of all suspects together, however many are alike", () => {
    const alike = (count: number) => confidencesOf(new Array(count).fill({ score: 0 }));
    expect(thousandthsOf(alike(6))).to.be.at.most(1000);
    const score = fc.oneof(fc.constantFrom(0, 1, 3), fc.double({ min: 0, max: 40, noNaN: true }));
    const falling = fc.array(score, { maxLength: 50 }).map((scores) => scores.sort((one, other) => other - one));
    fc.assert(
      fc.property(falling, (scores) => {
        const confidences = confidencesOf(scores.map((each) => ({ score: each })));
        expect(thousandthsOf(confidences)).to.be.at.most(1000);
        expect(confidences).to.deep.equal(confidences.toSorted((one, other) => other - one));
      }),
    );
  });

  it("isn't broken by series of nothing but NaN", () => {
    const nothing = metric("payments", "cpu", 0, 0, { values: new Float64Array(STEPS).fill(Number.NaN) });
    const { diagnosis } = analyse(troubledPicture({ metrics: [nothing] }));
    checkSound(diagnosis);
    expect(diagnosis.hypotheses.map(({ metric: shown }) => shown)).not.to.include("cpu");
  });

  it("keeps its order of magnitude for large pictures", () => {
    const many = Array.from({ length: 50 }, (_, index) => `service-${String.fromCharCode(97 + (index % 26))}${index}`);
    const picture = troubledPicture({
      services: many.map((each, index) => ({ name: each, distance: index % 4, inCatalog: true })),
      calls: many.slice(1).map((callee, index) => ({ caller: many[index >> 1] as string, callee })),
      metrics: Array.from({ length: 400 }, (_, index) =>
        metric(many[index % 50] as string, `latency_${index % 8}`, 10, 10),
      ),
      patterns: Array.from({ length: 2000 }, (_, index) =>
        pattern(many[index % 50] as string, `kind ${index}`, "info"),
      ),
    });
    checkSound(analyse(picture).diagnosis);
  });
});
