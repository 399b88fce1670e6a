import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { REMEDIATION_PARAMETERS_BYTES_MAX, REMEDIATION_PARAMETERS_NESTING_MAX } from "../../src/model/record-limits.ts";
import { type GivenRequest, type ParsedRequest, parseRequest } from "../../src/remediate/requests/parse-request.ts";
import { incident } from "../store/samples.ts";

const about = incident({ primaryService: "checkout", affectedServices: ["cart", "checkout"], environment: "Staging" });
const ask = (given: Partial<GivenRequest> = {}, of = about): ParsedRequest =>
  parseRequest(of, { incidentId: of.id, actionType: "restart-service", ...given });
const nested = (levels: number): Record<string, unknown> => (levels === 0 ? {} : { in: nested(levels - 1) });

function problemOf(parameters: unknown): string {
  try {
    ask({ parameters: parameters as Record<string, unknown> });
  } catch (error) {
    expect(error).to.be.instanceOf(ApplicationError).with.property("code", "invalid_request");
    return (error as Error).message;
  }
  return "";
}

describe("What a request asks for", () => {
  it("is of the incident where the request says nothing", () => {
    expect(ask()).to.include({ serviceName: "checkout", environment: "staging", severity: about.severity });
    expect(ask({ serviceName: " web ", environment: " QA ", severity: "LOW" })).to.include({
      serviceName: "web",
      environment: "qa",
      severity: "LOW",
    });
    expect(ask({ serviceName: " ", environment: " " })).to.include({ serviceName: "checkout", environment: "staging" });
    expect(ask({}, { ...about, primaryService: null }).serviceName).to.equal("cart");
  });

  it("is about the deployment that it names where the incident has no service", () => {
    const none = { ...about, primaryService: null, affectedServices: [] };
    const parameters = { deployment: "payment-api" };
    expect(ask({ parameters }, none).serviceName).to.equal("payment-api");
    expect(ask({}, none).serviceName).to.equal(null);
    // What a webhook calls so is its own affair.
    expect(ask({ actionType: "flush-cache", parameters }, none).serviceName).to.equal(null);
  });

  it("holds only what can be kept and hashed", () => {
    expect(problemOf({ any: [1.5, null, true, "\u{1f514}"] })).to.equal("");
    expect(problemOf(JSON.parse('{"replicas":1e400}'))).to.contain("/parameters must not hold numbers beyond");
    for (const hostile of [{ "\u0000": 1 }, { "\ud800": 1 }, { deep: [{ key: "\udfff" }] }])
      expect(problemOf(hostile)).to.contain("/parameters must not hold U+0000");
  });

  it("is bounded in size and depth", () => {
    expect(problemOf(nested(REMEDIATION_PARAMETERS_NESTING_MAX - 1))).to.equal("");
    expect(problemOf(nested(REMEDIATION_PARAMETERS_NESTING_MAX))).to.contain("nested deeper");
    const text = "x".repeat(REMEDIATION_PARAMETERS_BYTES_MAX - '{"a":""}'.length);
    expect(problemOf({ a: text })).to.equal("");
    expect(problemOf({ a: `${text}x` })).to.contain("larger than");
  });
});
