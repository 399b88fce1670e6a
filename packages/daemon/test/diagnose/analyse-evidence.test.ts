import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { change, metric, ONSET_AT, pattern, troubledPicture } from "../support/pictures.ts";

const MINUTE = 60_000;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const first = (picture: Picture) => diagnosisOf(picture).hypotheses[0];
const withoutChange = (given: Partial<Picture> = {}) => troubledPicture({ changes: [], ...given });

describe("The evidence of the built-in analyser", () => {
  it("takes a service that says nothing any more for a cause", () => {
    const { volumes, services, calls } = troubledPicture();
    const silent = volumes.map((volume) =>
      volume.service === "payments"
        ? { ...volume, events: volume.events.map((count, step) => (step < 90 ? count : 0)) }
        : volume,
    );
    const picture = withoutChange({ volumes: silent, services, calls, patterns: [], metrics: [] });
    const { hypotheses, evidence, suggestedFixes } = diagnosisOf(picture);
    expect(hypotheses[0]?.service).to.equal("payments");
    expect(evidence.find(({ kind }) => kind === "silence")?.id).to.equal("silence:payments");
    expect(suggestedFixes[0]?.actionType).to.equal("restart-service");
  });

  it("suggests to delete the one pod that is in trouble by itself", () => {
    const pods = ["payments-1", "payments-2", "payments-3"].map((pod) =>
      metric("payments", "memory_usage", 100, pod === "payments-2" ? 900 : 100, { instance: `pod=${pod}` }),
    );
    const { suggestedFixes } = diagnosisOf(withoutChange({ metrics: pods, patterns: [], volumes: [] }));
    expect(suggestedFixes[0]).to.deep.include({ actionType: "delete-pod", parameters: { pod: "payments-2" } });
  });

  it("sends a person to the provider where a service complains of what lies outside", () => {
    const picture = troubledPicture({
      patterns: [pattern("payments", "Post to api.cards.example.com failed: certificate has expired")],
      metrics: [],
      volumes: [],
      changes: [change({ at: ONSET_AT - 30 * MINUTE })],
    });
    const { hypotheses, changeAtFault, suggestedFixes } = diagnosisOf(picture);
    expect(hypotheses[0]?.cause).to.contain("outside");
    expect(changeAtFault).to.not.equal(true);
    expect(suggestedFixes[0]?.actionType).to.equal(null);
  });

  it("takes no service in view for something outside, however its name is written", () => {
    const outside = (message: string) => {
      const picture = withoutChange({ patterns: [pattern("payments", message)], metrics: [], volumes: [] });
      const services = [...picture.services, { name: "card-vault", distance: 2, inCatalog: true }];
      return first({ ...picture, services })?.cause.includes("outside");
    };
    expect(outside("Get https://api.cards.io:8080/v1: refused")).to.equal(true);
    for (const name of ["card-vault", "card-vault.shop.internal", "Card_Vault"]) {
      expect(outside(`upstream ${name} is not there`), name).to.equal(false);
    }
  });

  it("takes no class or module of its own code for something outside", () => {
    for (const message of [
      "org.hibernate.exception.sql.JDBCException: could not prepare the statement",
      "django.db.utils.OperationalError: no such column",
      "at com.acme.orders.web.OrderController.create(OrderController.java:<num>)",
      "could not read spring.datasource.hikari.size from app.config.prod.yaml",
      "failed in node.internal.modules.run",
    ]) {
      const picture = troubledPicture({
        patterns: [pattern("payments", message)],
        metrics: [],
        volumes: [],
        changes: [change()],
      });
      const { hypotheses, changeAtFault } = diagnosisOf(picture);
      expect(hypotheses[0]?.cause, message).not.to.contain("outside");
      expect(changeAtFault, message).to.equal(true);
    }
  });

  it("counts a probe's finding for its service", () => {
    const probe = {
      runId: "0d0d0d0d-1111-4222-8333-444444444444",
      tool: "describePod",
      service: "ledger",
      failed: false,
      summary: "Container was terminated: OOMKilled",
      keyPatterns: [],
      at: ONSET_AT,
    };
    const quiet = { patterns: [], metrics: [], volumes: [] };
    const { hypotheses, evidence } = diagnosisOf(withoutChange({ ...quiet, probes: [probe] }));
    expect(hypotheses[0]).to.deep.include({ service: "ledger", evidence: [probe.runId] });
    expect(evidence[0]?.ref).to.match(/^\/incidents\/[^/]+\/diagnostic-tools\/runs\/0d0d0d0d/);
  });

  it("gives the same bytes for the same picture", () => {
    expect(JSON.stringify(analyse(troubledPicture()))).to.equal(JSON.stringify(analyse(troubledPicture())));
  });

  it("doesn't care in which order the picture lists things", () => {
    const picture = troubledPicture();
    const turned = {
      ...picture,
      services: picture.services.toReversed(),
      metrics: picture.metrics.toReversed(),
      patterns: picture.patterns.toReversed(),
      volumes: picture.volumes.toReversed(),
    };
    expect(diagnosisOf(turned).hypotheses).to.deep.equal(diagnosisOf(picture).hypotheses);
  });
});
