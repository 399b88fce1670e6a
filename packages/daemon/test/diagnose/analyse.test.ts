import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { incident } from "../store/samples.ts";
import { change, emptyPicture, metric, ONSET_AT, runbook, troubledPicture } from "../support/pictures.ts";

const MINUTE = 60_000;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const first = (picture: Picture) => diagnosisOf(picture).hypotheses[0];
const withoutChange = (given: Partial<Picture> = {}) => troubledPicture({ changes: [], ...given });

describe("The built-in analyser", () => {
  it("names the culprit downstream, not the loud service that calls it", () => {
    const { diagnosis, conclusive } = analyse(withoutChange());
    expect(conclusive).to.equal(true);
    expect(diagnosis.hypotheses[0]).to.include({ service: "payments", metric: "db_connections_used", rank: 1 });
    expect(diagnosis.rootCause).to.contain("payments").and.to.contain("db_connections_used");
    expect(diagnosis.impactedServices).to.include.members(["checkout", "payments"]);
  });

  it("finds when the trouble began, though it was noticed later", () => {
    const { onsetAt } = diagnosisOf(troubledPicture());
    expect(Math.abs(Date.parse(onsetAt ?? "") - ONSET_AT)).to.be.at.most(2 * MINUTE);
  });

  it("blames the deployment that came just before, and suggests to take it back by the runbook for it", () => {
    const { hypotheses, changeAtFault, suggestedFixes, evidence } = diagnosisOf(troubledPicture());
    expect(hypotheses[0]?.change).to.equal("4f1c0de");
    expect(hypotheses[0]?.cause).to.contain("v2.4.0");
    expect(changeAtFault).to.equal(true);
    expect(suggestedFixes[0]).to.include({
      id: "fix-1",
      service: "payments",
      actionType: "rollback-deployment",
      runbookId: runbook().id,
    });
    expect(evidence.find(({ id }) => id === change().id)?.ref).to.equal(`/events/${change().id}`);
  });

  it("holds a deployment after the onset against the hypothesis, and blames none", () => {
    const late = change({ at: ONSET_AT + 5 * MINUTE });
    const { hypotheses, changeAtFault, evidence } = diagnosisOf(troubledPicture({ changes: [late] }));
    expect(hypotheses[0]?.service).to.equal("payments");
    expect(hypotheses[0]?.change).to.equal(null);
    expect(hypotheses[0]?.counterEvidence).to.include(late.id);
    expect(changeAtFault).to.equal(false);
    expect(evidence.find(({ id }) => id === late.id)?.summary).to.contain("after the trouble had begun");
  });

  it("blames the change that a metric began to deviate with, not the last one before the page", () => {
    const guilty = change({ id: "guilty", at: ONSET_AT - 40 * MINUTE, gitHash: "aaaa" });
    const innocent = change({ id: "innocent", at: ONSET_AT - MINUTE, gitHash: "bbbb", note: "docs: say it better" });
    const marked = metric("payments", "pool_size", 50, 50);
    marked.values.fill(10, 50);
    const metrics = [...troubledPicture().metrics, marked];
    const picture = troubledPicture({ metrics, changes: [guilty, innocent] });
    expect(first(picture)?.change).to.equal("aaaa");
  });

  it("prefers a change of the environment that the incident is in", () => {
    const here = change({ id: "here", gitHash: "aaaa" });
    const elsewhere = change({ id: "elsewhere", gitHash: "bbbb", environment: "staging", at: ONSET_AT - MINUTE });
    const picture = troubledPicture({
      incident: incident({ environment: "production" }),
      changes: [elsewhere, here],
    });
    expect(first(picture)?.change).to.equal("aaaa");
  });

  it("says INCONCLUSIVE and what it looked at where nothing is known", () => {
    const { diagnosis, conclusive } = analyse(emptyPicture());
    expect(conclusive).to.equal(false);
    expect(diagnosis).to.deep.include({
      rootCause: "",
      hypotheses: [],
      evidence: [],
      suggestedFixes: [],
      changeAtFault: null,
      onsetAt: null,
      confidenceScore: 0,
    });
    expect(diagnosis.summary).to.contain("0 metric series").and.to.contain("0 deployments");
  });

  it("says INCONCLUSIVE where all goes on as before", () => {
    const calm = troubledPicture({
      patterns: [],
      metrics: [metric("payments", "db_connections_used", 10, 10), metric("checkout", "latency_p99", 120, 120)],
      volumes: [],
      changes: [],
    });
    const { diagnosis, conclusive } = analyse(calm);
    expect(conclusive).to.equal(false);
    expect(diagnosis.onsetAt).to.equal(null);
    expect(diagnosis.hypotheses).to.have.length(0);
  });
});
