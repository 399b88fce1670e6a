import { expect } from "chai";
import fc from "fast-check";
import { check, fix, hypothesis, prompt, sober, taken } from "./model-answer-support.ts";

describe("The limits of an answer of a model", () => {
  it("is never surer than its evidence allows", () => {
    const own = prompt.exhibits.filter(({ evidence }) => evidence.service === "payments").map(({ alias }) => alias);
    const others = prompt.exhibits.filter(({ evidence }) => evidence.service === "checkout").map(({ alias }) => alias);
    const confidence = (evidence: readonly string[]) =>
      taken({ ...sober(), hypotheses: [hypothesis({ confidence: 1, change: null, evidence })] }).answer.hypotheses[0]
        ?.confidence;
    expect(confidence(own)).to.equal(0.85);
    expect(confidence(own.slice(0, 1))).to.equal(0.5);
    expect(confidence(others)).to.equal(0.3);
  });

  it("has numbers from 0 to 1, whatever they were, and replicas that can be", () => {
    for (const confidence of [280098728, -1, "1", null, Number.NaN]) {
      const { answer } = taken({
        ...sober(),
        hypotheses: [hypothesis({ confidence })],
        suggestedFixes: [fix({ confidence })],
      });
      expect(answer.hypotheses[0]?.confidence).to.equal(0.1);
      expect(answer.fixes[0]?.confidence).to.equal(0.1);
    }
    const replicas = (value: unknown) =>
      taken({ ...sober(), suggestedFixes: [fix({ actionType: "scale-service", parameters: { replicas: value } })] })
        .answer.fixes[0]?.parameters;
    expect(replicas(3)).to.deep.equal({ replicas: 3 });
    for (const value of [0, -1, 2.5, 101, 1e300, "3"]) expect(replicas(value)).to.deep.equal({});
  });

  it("takes pods that were seen", () => {
    const pod = "payments-6c9f-abcde";
    const { answer } = taken({ ...sober(), suggestedFixes: [fix({ actionType: "delete-pod", parameters: { pod } })] });
    expect(answer.fixes[0]?.parameters).to.deep.equal({ pod });
  });

  it("suggests nothing for a service that isn't in view", () => {
    const { answer, dropped } = taken({ ...sober(), suggestedFixes: [fix({ service: "vault" }), fix({})] });
    expect(answer.fixes.map(({ service }) => service)).to.deep.equal(["payments"]);
    expect(dropped.join(" ")).to.contain("“vault”");
  });

  it("holds plain words: no markup, no address, nothing that can't be seen", () => {
    const cause =
      "![x](https://evil.example/p?d=1) see [here](http://127.0.0.1:9/x) or <a href='//evil.example'>it</a> " +
      "\u001b[31mred\u001b[0m \u202eback\u202c zero\u200bwidth javascript:alert(1) www.evil.example evil.com/x password=hunter2 \ud800";
    const { answer } = taken({ ...sober(), rootCause: cause, summary: cause, hypotheses: [hypothesis({ cause })] });
    for (const text of [answer.rootCause, answer.summary, answer.hypotheses[0]?.cause ?? ""]) {
      expect(text).to.include("red").and.include("zerowidth").and.include("[address removed]");
      expect(text).not.to.match(/evil\.|127\.0|https?:|\]\(|<a|javascript:|hunter2/);
      expect(text.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(text)).to.equal(true);
    }
  });

  it("is cut to what people read", () => {
    const long = "word ".repeat(10_000);
    const many = Array.from({ length: 50 }, () =>
      hypothesis({ cause: long, evidence: Array.from({ length: 500 }, () => "E999"), confidence: 0.5 }),
    );
    const outcome = check({ ...sober(), summary: long, hypotheses: [hypothesis({ cause: long }), ...many] });
    if ("problem" in outcome) throw new Error(outcome.problem);
    expect(outcome.answer.hypotheses).to.have.length(1);
    expect(outcome.answer.hypotheses[0]?.cause).to.have.length(400);
    expect(outcome.dropped).to.have.length(20);
    for (const sentence of outcome.dropped) expect(sentence.length).to.be.below(300);
  });

  it("that is no object, or holds nothing that can be shown, is none", () => {
    for (const text of [
      "",
      "null",
      "[]",
      "{",
      "sorry",
      '{"hypotheses":',
      "\u0000\ufffd",
      '{"hypotheses":[]}',
      '{"hypotheses":{"0":1}}',
      "{}",
      "[".repeat(60_000),
    ]) {
      expect(check(text)).to.have.property("problem");
    }
  });

  it("never breaks the checks, and what they let through exists", () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        "E1",
        "E2",
        "payments",
        "checkout",
        "scale-service",
        "delete-pod",
        null,
        1,
        -1,
        true,
        [],
        {},
      ),
      fc.string(),
    );
    const some = fc.array(value, { maxLength: 3 });
    const record = fc.record(
      {
        cause: value,
        title: value,
        service: value,
        metric: value,
        change: value,
        confidence: value,
        actionType: value,
        risk: value,
        evidence: fc.oneof(some, value),
        counterEvidence: some,
        parameters: fc.record({ replicas: value, pod: value }),
      },
      { requiredKeys: [] },
    );
    const answers = fc.record({
      conclusive: value,
      rootCause: value,
      summary: value,
      hypotheses: fc.array(record, { maxLength: 4 }),
      suggestedFixes: fc.array(record, { maxLength: 4 }),
    });
    const known = new Set(prompt.exhibits.map(({ evidence }) => evidence.id));
    fc.assert(
      fc.property(answers, (given) => {
        const outcome = check(given);
        if ("problem" in outcome) return;
        for (const { service, evidence, confidence } of outcome.answer.hypotheses) {
          expect([null, "checkout", "payments", "ledger"]).to.include(service);
          expect(evidence.length > 0 && evidence.every((id) => known.has(id))).to.equal(true);
          expect(confidence).to.be.within(0, 1);
        }
      }),
    );
  });
});
