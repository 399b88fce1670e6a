import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { change, metric, ONSET_AT, pattern, troubledPicture } from "../support/pictures.ts";
import { LAST, volumeOf } from "./analyse-answers-samples.ts";

const ONSET = 90;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const quiet = (given: Partial<Picture> = {}) =>
  troubledPicture({ changes: [], patterns: [], metrics: [], volumes: [], ...given });

describe("The built-in analyser and silence", () => {
  it("doesn't take the last minute, of which not all has come, for silence", () => {
    const arriving = (step: number) => (step < LAST - 2 ? 20 : 0);
    const volumes = ["checkout", "payments", "ledger"].map((service) => volumeOf(service, arriving));
    const { evidence, hypotheses } = diagnosisOf(quiet({ volumes }));
    expect(evidence.filter(({ kind }) => kind === "silence")).to.deep.equal([]);
    expect(hypotheses).to.deep.equal([]);
  });

  it("blames the service that fell silent, not the one that can't reach it", () => {
    const { hypotheses } = diagnosisOf(
      quiet({
        patterns: [pattern("payments", "connect ECONNREFUSED <ip>")],
        metrics: [metric("payments", "http_errors", 1, 40)],
        volumes: [
          volumeOf("checkout", () => 20),
          volumeOf("payments", () => 40),
          volumeOf("ledger", (step) => (step < ONSET ? 20 : 0)),
        ],
      }),
    );
    expect(hypotheses[0]?.cause).to.contain("ledger has fallen silent").and.to.contain("payments calls it and suffers");
  });

  it("takes nobody for silent that sent in hardly anything but errors", () => {
    const volumes = [volumeOf("payments", (step) => (step < ONSET ? 20 : 0), 15)];
    expect(diagnosisOf(quiet({ volumes })).evidence.filter(({ kind }) => kind === "silence")).to.deep.equal([]);
  });

  it("never blames an edit of the catalog, and doesn't hold one against anybody", () => {
    const edit = { kind: "catalog", gitHash: null, what: "entry of the service catalog", note: "" } as const;
    const before = change({ ...edit, id: "catalog:payments", at: ONSET_AT - 60_000 });
    const after = change({ ...edit, id: "catalog:payments", at: ONSET_AT + 300_000 });
    for (const each of [before, after]) {
      const { hypotheses, changeAtFault } = diagnosisOf(troubledPicture({ changes: [each] }));
      expect(changeAtFault).to.equal(false);
      expect(hypotheses[0]?.counterEvidence).not.to.include("catalog:payments");
    }
  });

  it("marks a change though the metric that shows it comes every five minutes only", () => {
    const every = (values: Float64Array) => values.map((value, step) => (step % 5 === 4 ? value : Number.NaN));
    const cpu = metric("payments", "cpu_usage", 30, 98);
    const coarse = metric("payments", "cpu_usage", 30, 98, { values: every(cpu.values) });
    const changes = [change({ at: ONSET_AT - 30_000 })];
    expect(diagnosisOf(quiet({ metrics: [coarse], changes })).hypotheses[0]?.change).to.equal("4f1c0de");
  });
});
