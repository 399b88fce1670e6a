import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { incident } from "../store/samples.ts";
import { change, emptyPicture, metric, ONSET_AT, pattern, runbook, troubledPicture } from "../support/pictures.ts";

const MINUTE = 60_000;
/** The step in which somebody notices. */
const NOTICED_STEP = 100;
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

  describe("where instances and machines report under names of their own", () => {
    const names = ["cart", "cart-0", "cart-1", "mail", "mail-0", "mail-1", "machine-1", "machine-2"];
    const services = names.map((name) => ({ name, distance: 0, inCatalog: true }));
    const lies = (instance: string, machine: string) => ({ caller: instance, callee: machine });
    const calls = [
      ...["cart-0", "mail-0", "mail-1"].map((instance) => lies(instance, "machine-1")),
      ...["cart-1"].map((instance) => lies(instance, "machine-2")),
    ];
    const shop = (alerts: Readonly<Record<string, readonly string[]>>) =>
      withoutChange({
        services,
        calls,
        incident: incident({ primaryService: null, affectedServices: [] }),
        metrics: [],
        volumes: [],
        patterns: Object.entries(alerts).flatMap(([service, all]) =>
          all.map((name) => ({ ...pattern(service, name), counts: alert.counts })),
        ),
      });
    const alert = pattern("any", "any");
    alert.counts.fill(0);
    alert.counts[NOTICED_STEP] = 1;

    it("doesn't hold against a machine what the instances complain of that lie on it", () => {
      const complaint = ["trace_degraded"];
      const alerts = {
        "machine-1": ["system_cpu_usage_up"],
        "cart-0": complaint,
        "mail-0": complaint,
        "mail-1": complaint,
      };
      const confidenceOf = (picture: Picture) =>
        diagnosisOf(picture).hypotheses.find(({ service }) => service === "machine-1")?.confidence ?? 0;
      const apart = { ...shop(alerts), calls: [] };
      expect(confidenceOf(shop(alerts))).to.equal(confidenceOf(apart));
    });

    it("blames the service of which all instances are", () => {
      const cpu = ["container_cpu_usage_up"];
      expect(first(shop({ "cart-0": cpu, "cart-1": cpu, "machine-1": cpu }))?.service).to.equal("cart");
    });

    it("takes an instance for that of the service whose name it bears, not of one with a number less", () => {
      const cpu = ["container_cpu_usage_up"];
      const alerts = { "mail2-0": cpu, "mail2-1": cpu };
      const among = (more: readonly string[]) => {
        const known = [...services, ...more.map((name) => ({ name, distance: 0, inCatalog: true }))];
        return first({ ...shop(alerts), services: known })?.service;
      };
      expect(among(["mail2"])).to.equal("mail2");
      expect(among([])).to.equal("mail");
    });

    it("makes no service of what machines are called alike", () => {
      const cpu = ["system_cpu_usage_up"];
      const { hypotheses } = diagnosisOf(shop({ "machine-1": cpu, "machine-2": cpu }));
      expect(hypotheses.map(({ service }) => service)).to.have.members(["machine-1", "machine-2"]);
    });

    it("takes an alert about traffic for a consequence, and one about a resource for a cause", () => {
      const alerts = { "cart-1": ["container_network_receive_up"], "mail-1": ["container_cpu_usage_up"] };
      const { hypotheses } = diagnosisOf(shop(alerts));
      expect(hypotheses[0]?.service).to.equal("mail-1");
      expect(hypotheses[0]?.confidence).to.be.above(hypotheses[1]?.confidence ?? 0);
    });
  });
});
