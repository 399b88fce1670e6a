import { expect } from "chai";
import { wordsOf } from "../../src/detect/rules/metric-scope.ts";
import { labelledQuantile, meaningOf, meaningWith } from "../../src/methods/golden-signals/metric-meaning.ts";

describe("the scale of a metric", () => {
  it("is a number for the count of a meter that has a rate in its name", () => {
    const name = "kafka_topics.FailedProduceRequestsPerSec.Count";
    expect(meaningOf("1", wordsOf(name))?.isRate).to.equal(undefined);
    expect(meaningOf("1", wordsOf("kafka_topics.FailedProduceRequestsPerSec"))?.isRate).to.equal(true);
  });

  it("is a number for the unit Count, whatever its name says", () => {
    expect(meaningOf("Count", wordsOf("kafka.failedProduceRequestsPerSec"))?.isRate).to.equal(undefined);
  });

  it("is that of times which add up for a sum of CloudWatch, and of a number for a sum of requests", () => {
    expect(meaningOf("ms", wordsOf("aws_lambda_duration_sum"))).to.include({ signal: "latency", isSum: true });
    expect(meaningOf("", wordsOf("aws_applicationelb_request_count_sum"))?.signal).to.equal("traffic");
  });

  it("is a rate for the failed requests among those that come a second", () => {
    const requests = meaningOf("1/s", wordsOf("run.googleapis.com/request_count"));
    const failed = requests && meaningWith({ response_code_class: "5xx" }, requests);
    expect(failed).to.include({ signal: "errors", isRate: true, factor: 60 });
  });

  it("has the quantile that the name or a label tells", () => {
    for (const name of ["request.duration.95p", "request.duration.p95", "request.duration.95thPercentile"])
      expect(meaningOf("s", wordsOf(name))?.quantile, name).to.equal(0.95);
    for (const labels of [
      { quantile: "0.99" },
      { stat: "p99" },
      { aggregation: "percentile(99)" },
      { phi: "0.99" },
      { percentile: "99.0" },
    ])
      expect(labelledQuantile(labels), JSON.stringify(labels)).to.equal(0.99);
    expect(labelledQuantile({ stat: "average", phase: "0.99" })).to.equal(undefined);
  });
});
