import { expect } from "chai";
import { merge } from "../../src/diagnose/model/merge.ts";
import type { Hypothesis } from "../../src/model/diagnosis.ts";
import { runbook } from "../support/pictures.ts";
import { analysis, fix, hypothesis, picture, prompt, sober, taken } from "./model-answer-support.ts";

describe("An answer over the analyser's diagnosis", () => {
  const merged = (answer: unknown, from = analysis) => merge(from, taken(answer).answer, prompt.exhibits, picture);

  it("keeps what the analyser found, with its evidence and what speaks against it", () => {
    const { diagnosis } = merged(sober());
    for (const evidence of analysis.diagnosis.evidence) expect(diagnosis.evidence).to.deep.include(evidence);
    const services = diagnosis.hypotheses.map(({ service }) => service);
    for (const { service } of analysis.diagnosis.hypotheses) expect(services).to.include(service);
    const cited = diagnosis.hypotheses.flatMap(({ evidence, counterEvidence }) => [...evidence, ...counterEvidence]);
    for (const id of cited) expect(diagnosis.evidence.map((one) => one.id)).to.include(id);
  });

  it("ranks by confidence from 1 on", () => {
    const { hypotheses } = merged({
      ...sober(),
      hypotheses: [hypothesis({ confidence: 0.2, service: "ledger" }), hypothesis({})],
    }).diagnosis;
    expect(hypotheses.map(({ rank }) => rank)).to.deep.equal(hypotheses.map((_, index) => index + 1));
    const confidences = hypotheses.map(({ confidence }) => confidence);
    expect(confidences).to.deep.equal(confidences.toSorted((one, other) => other - one));
  });

  it("can't take a root cause away, nor make it less likely", () => {
    expect(analysis.conclusive).to.equal(true);
    const [found] = analysis.diagnosis.hypotheses;
    const doubting = {
      ...sober(),
      conclusive: false,
      rootCause: "",
      hypotheses: [hypothesis({ confidence: 0.01, service: found?.service ?? null })],
    };
    const { conclusive, diagnosis } = merged(doubting);
    expect(conclusive).to.equal(true);
    expect(diagnosis.rootCause).to.equal(analysis.diagnosis.rootCause);
    expect(diagnosis.confidenceScore).to.equal(analysis.diagnosis.confidenceScore);
  });

  it("can't turn what speaks against a cause into what speaks for it", () => {
    const [found, ...others] = analysis.diagnosis.hypotheses;
    const [turned, ...kept] = sober().hypotheses[0]?.evidence ?? [];
    const against = prompt.exhibits.find(({ alias }) => alias === turned)?.evidence.id ?? "";
    const doubted = {
      ...found,
      evidence: found?.evidence.filter((id) => id !== against) ?? [],
      counterEvidence: [against],
    } as Hypothesis;
    const from = { ...analysis, diagnosis: { ...analysis.diagnosis, hypotheses: [doubted, ...others] } };
    const standing = (evidence: readonly unknown[]) =>
      merged({ ...sober(), hypotheses: [hypothesis({ evidence, confidence: 1 })] }, from).diagnosis.hypotheses[0];
    expect(standing([turned, ...kept])?.evidence).to.not.include(against);
    expect(standing([turned, ...kept])?.counterEvidence).to.include(against);
    expect(standing([turned])?.confidence).to.equal(doubted.confidence);
  });

  it("speaks of the first cause alone, also where the analyser's own finding puts another one first", () => {
    const [found] = analysis.diagnosis.hypotheses;
    const { diagnosis } = merged({
      ...sober(),
      rootCause: "checkout did it",
      hypotheses: [
        hypothesis({ service: "checkout", change: null, confidence: 0.3, cause: "checkout did it" }),
        hypothesis({ service: found?.service ?? null, confidence: 0.2, cause: "payments did it" }),
      ],
    });
    expect(diagnosis.rootCause).to.equal(diagnosis.hypotheses[0]?.cause).and.to.equal("payments did it");
  });

  it("makes an inconclusive diagnosis conclusive with evidence alone, and is not believed far", () => {
    const unsure = {
      conclusive: false,
      diagnosis: { ...analysis.diagnosis, rootCause: "", hypotheses: [], confidenceScore: 0 },
    };
    const { conclusive, diagnosis } = merged(sober(), unsure);
    expect(conclusive).to.equal(true);
    expect(diagnosis.confidenceScore).to.equal(0.6);
    const thin = merged(
      { ...sober(), hypotheses: [hypothesis({ change: null, evidence: sober().hypotheses[0]?.evidence.slice(0, 1) })] },
      unsure,
    );
    expect(thin.conclusive).to.equal(false);
    expect(thin.diagnosis.rootCause).to.equal("");
  });

  it("gets its runbook from our own matching", () => {
    const plain = { ...analysis, diagnosis: { ...analysis.diagnosis, suggestedFixes: [] } };
    const { suggestedFixes } = merged(
      { ...sober(), suggestedFixes: [{ ...fix({}), runbookId: "evil" }] },
      plain,
    ).diagnosis;
    expect(suggestedFixes[0]).to.include({ id: "model-fix-1", runbookId: runbook().id });
  });

  it("suggests an action once, at the higher of both risks", () => {
    const { suggestedFixes } = merged({ ...sober(), suggestedFixes: [fix({}), fix({ risk: "high" })] }).diagnosis;
    const rollbacks = suggestedFixes.filter(({ actionType }) => actionType === "rollback-deployment");
    expect(rollbacks).to.have.length(1);
    expect(rollbacks[0]?.risk).to.equal("medium");
    expect(new Set(suggestedFixes.map(({ id }) => id)).size).to.equal(suggestedFixes.length);
  });
});
