import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { metric, ONSET_AT, pattern, troubledPicture } from "../support/pictures.ts";
import { LAST, volumeOf } from "./analyse-answers-samples.ts";

const ONSET = 90;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const quiet = (given: Partial<Picture> = {}) =>
  troubledPicture({ changes: [], patterns: [], metrics: [], volumes: [], ...given });
const causeOf = (given: Partial<Picture>) => diagnosisOf(quiet(given)).hypotheses[0]?.cause;

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
