import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture, Volume } from "../../src/diagnose/gather/incident-picture.ts";
import { change, metric, ONSET_AT, pattern, troubledPicture } from "../support/pictures.ts";

const ONSET = 90;
const LAST = 120;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const quiet = (given: Partial<Picture> = {}) =>
  troubledPicture({ changes: [], patterns: [], metrics: [], volumes: [], ...given });
const causeOf = (given: Partial<Picture>) => diagnosisOf(quiet(given)).hypotheses[0]?.cause;

const volumeOf = (service: string, events: (step: number) => number, errors = 0): Volume => ({
  service,
  events: Float64Array.from({ length: LAST }, (_, step) => events(step)),
  logs: Float64Array.from({ length: LAST }, (_, step) => events(step)),
  errors: new Float64Array(LAST).fill(errors),
});

describe("What the analyser says", () => {
  it("tells counts whole, bytes in their usual multiples and shares in percent", () => {
    const counted = metric("payments", "http_errors", 1, 120, { unit: "count" });
    expect(causeOf({ metrics: [counted] })).to.contain("http_errors of payments 2 → 121 since");
    const bytes = metric("payments", "memory_usage_bytes", 4e8, 1.54e9, { unit: "bytes" });
    expect(causeOf({ metrics: [bytes] })).to.contain("400 MB → 1.54 GB since");
    expect(causeOf({ metrics: [metric("payments", "cpu_usage", 30, 96, { unit: "percent" })] })).to.contain(
      "31 → 97 % since",
    );
  });

  it("knows how long something takes by the names that are given to it", () => {
    for (const name of ["TargetResponseTime", "http_request_time_ms", "query-times", "rtt", "time_taken"]) {
      expect(causeOf({ metrics: [metric("payments", name, 100, 900)] }), name).to.contain("payments has become slow");
    }
    expect(causeOf({ metrics: [metric("payments", "response_size", 100, 900)] })).not.to.contain("slow");
  });

  it("says in the summary what the root cause doesn't", () => {
    const { rootCause, summary } = diagnosisOf(troubledPicture());
    expect(summary).not.to.contain(rootCause);
    expect(summary).to.match(/before it was noticed\. The likeliest cause is the deployment of v2\.4\.0 of payments/);
  });

  it("is sure of neither where two services are in the same trouble, however much", () => {
    const metrics = ["cpu_usage", "memory_usage", "disk_usage", "http_errors", "latency_p99"].flatMap((name) =>
      ["payments", "ledger"].map((service) => metric(service, name, 1, 980)),
    );
    const { hypotheses } = diagnosisOf(quiet({ metrics, calls: [] }));
    const [one, other] = hypotheses.map(({ confidence }) => confidence);
    expect(one).to.equal(other).and.to.be.at.most(0.5);
  });

  it("lists no hypothesis of less than a hundredth beside the first", () => {
    const { hypotheses } = diagnosisOf(troubledPicture());
    for (const { confidence } of hypotheses.slice(1)) expect(confidence).to.be.at.least(0.01);
  });

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

  it("doesn't take the trouble for what its metric does anyway, where the time before it is short", () => {
    const steps = 12;
    const noise = (step: number, service: number) => 1 + ((step * 5 + service * 3) % 4) / 10;
    const metrics = ["checkout", "payments", "ledger", "cart", "catalog"].map((service, place) =>
      metric(service, "cpu_usage", 0, 0, {
        values: Float64Array.from({ length: steps }, (_, step) =>
          service === "ledger" && step >= 6 ? 97 : noise(step, place),
        ),
      }),
    );
    const { grid } = troubledPicture();
    const picture = quiet({
      metrics,
      grid: { ...grid, count: steps },
      noticedAt: grid.start + (steps - 1) * grid.step,
    });
    const { conclusive, diagnosis } = analyse(picture);
    expect(diagnosis.hypotheses[0]).to.include({ service: "ledger", metric: "cpu_usage" });
    expect(conclusive).to.equal(true);
    expect(diagnosis.onsetAt).to.equal(new Date(grid.start + 6 * grid.step).toISOString());
  });

  it("knows a full disk by the words of the operating system, and restarts nothing for it", () => {
    const { hypotheses, suggestedFixes } = diagnosisOf(
      quiet({
        patterns: [pattern("ledger", "could not write to file: No space left on device")],
        metrics: [metric("ledger", "http_errors", 1, 200)],
      }),
    );
    expect(hypotheses[0]?.cause).to.contain("The disk of ledger is in trouble");
    expect(suggestedFixes.map(({ actionType }) => actionType)).to.deep.equal([null]);
  });

  it("reads of code and hosts what they name, not where it lies", () => {
    const cause = (message: string) => causeOf({ patterns: [pattern("ledger", message)] });
    expect(cause("java.lang.OutOfMemoryError: Java heap space")).to.contain("ledger uses more memory than before");
    for (const message of ["java.io.EOFException: unexpected end of stream", "io.netty.disk.Channel closed"]) {
      expect(cause(message), message).to.contain("ledger fails");
    }
  });

  it("doesn't call a resource exhausted that is used less than before", () => {
    const { hypotheses, suggestedFixes } = diagnosisOf(quiet({ metrics: [metric("payments", "cpu_usage", 90, 3)] }));
    expect(hypotheses[0]?.cause).to.contain("payments behaves otherwise than before");
    expect(suggestedFixes).to.deep.equal([]);
  });

  it("makes no parameter of a pod's label that is no name of Kubernetes", () => {
    for (const pod of ["../../x", "a b", "payments-1;reboot", "Payments-1", "a..b", `${"x".repeat(300)}`]) {
      const metrics = [pod, "payments-8", "payments-9"].map((each) =>
        metric("payments", "memory_usage", 100, each === pod ? 900 : 100, { instance: `pod=${each}` }),
      );
      const { suggestedFixes } = diagnosisOf(quiet({ metrics }));
      expect(suggestedFixes.map(({ actionType }) => actionType)).not.to.include("delete-pod");
    }
  });

  it("shows none of the characters that nobody sees", () => {
    const name = "pay\u200bments\u{E0041}\u2060";
    const { summary, hypotheses, evidence } = diagnosisOf(quiet({ metrics: [metric(name, "cpu_usage", 30, 96)] }));
    expect(hypotheses[0]?.cause).to.contain("payments");
    for (const text of [summary, ...hypotheses.map(({ cause }) => cause), ...evidence.map((each) => each.summary)]) {
      expect(text).not.to.match(/\p{Cf}/u);
    }
  });

  it("shows errors by the level that they came at, over a stretch of time that holds them", () => {
    const { evidence } = diagnosisOf(
      quiet({
        noticedAt: ONSET_AT,
        patterns: [pattern("payments", "Worker died", "fatal")],
        volumes: [
          {
            ...volumeOf("payments", () => 40),
            errors: Float64Array.from({ length: LAST }, (_, step) => (step < ONSET ? 0 : 20)),
          },
        ],
      }),
    );
    const ref = new URL(evidence.find(({ kind }) => kind === "errors")?.ref ?? "", "http://core").searchParams;
    expect(ref.get("level")).to.equal("fatal");
    expect(Date.parse(ref.get("to") ?? "")).to.be.above(Date.parse(ref.get("from") ?? ""));
  });
});
