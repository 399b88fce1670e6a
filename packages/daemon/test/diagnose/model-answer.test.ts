import { expect } from "chai";
import { merge } from "../../src/diagnose/model/merge.ts";
import { change } from "../support/pictures.ts";
import { aliasOf, analysis, fix, hypothesis, late, picture, prompt, sober, taken } from "./model-answer-support.ts";

describe("An answer of a model", () => {
  it("is taken where everything in it exists", () => {
    const { answer, dropped } = taken(sober());
    expect(dropped).to.deep.equal([]);
    expect(answer.hypotheses[0]).to.include({ service: "payments", change: "4f1c0de", confidence: 0.85 });
    expect(answer.fixes[0]).to.deep.include({ actionType: "rollback-deployment", parameters: {}, risk: "medium" });
    for (const id of answer.fixes[0]?.evidence ?? []) expect(id).to.match(/^[0-9a-f-]{36}$/);
  });

  it("loses each part that names what doesn't exist, with a sentence for it", () => {
    const { answer, dropped } = taken({
      ...sober(),
      hypotheses: [
        hypothesis({ service: "evil-service" }),
        hypothesis({ evidence: ["E999", "nothing"] }),
        hypothesis({ cause: "" }),
        hypothesis({ metric: "no_such_metric", change: "E998" }),
      ],
      suggestedFixes: [
        fix({ actionType: "drop-database" }),
        fix({ actionType: "delete-pod", parameters: { pod: "evil-pod" } }),
        fix({ evidence: [] }),
        fix({ parameters: { replicas: null, command: "rm -rf /" } }),
      ],
    });
    expect(answer.hypotheses).to.have.length(1);
    expect(answer.hypotheses[0]).to.include({ metric: null, change: null });
    expect(answer.fixes).to.have.length(1);
    expect(answer.fixes[0]?.parameters).to.deep.equal({});
    const words = dropped.join("\n");
    for (const word of [
      "evil-service",
      "E999",
      "names no cause",
      "no_such_metric",
      "E998",
      "drop-database",
      "evil-pod",
      "cites no evidence",
      "command",
    ]) {
      expect(words).to.include(word);
    }
  });

  it("can't blame a change that came after the trouble", () => {
    const { answer, dropped } = taken({ ...sober(), hypotheses: [hypothesis({ change: aliasOf(late.id) })] });
    expect(answer.hypotheses[0]?.change).to.equal(null);
    expect(dropped.join()).to.match(/came after the trouble/);
  });

  it("cites what shows the change that it blames", () => {
    const cited = prompt.exhibits.filter(({ evidence }) => evidence.kind === "log").map(({ alias }) => alias);
    const { answer } = taken({
      ...sober(),
      hypotheses: [
        hypothesis({ change: aliasOf(change().id), evidence: cited, counterEvidence: [aliasOf(change().id)] }),
      ],
    });
    expect(answer.hypotheses[0]?.change).to.equal("4f1c0de");
    expect(answer.hypotheses[0]?.evidence).to.include(change().id);
    expect(answer.hypotheses[0]?.counterEvidence).to.not.include(change().id);
  });

  it("says nothing more of what it put first once that was left out, or wasn't borne out", () => {
    const [first] = sober().hypotheses;
    const one = prompt.exhibits.find(({ evidence }) => evidence.service === "checkout")?.alias;
    for (const leading of [
      hypothesis({ service: "evil-service" }),
      hypothesis({ service: "checkout", change: null, evidence: [one], confidence: 0.99 }),
    ]) {
      const { answer, dropped } = taken({
        ...sober(),
        rootCause: "evil-service did it",
        summary: "It was evil-service.",
        hypotheses: [leading, first],
      });
      expect(answer).to.include({ rootCause: "", summary: "" });
      expect(dropped.at(-1)).to.match(/^The root cause and the summary speak of a hypothesis/);
      const { diagnosis } = merge(analysis, answer, prompt.exhibits, picture);
      expect(JSON.stringify([diagnosis.rootCause, diagnosis.summary])).to.not.include("evil-service");
    }
  });
});
