import { expect } from "chai";
import { filterPolicy, policyDetails } from "../src/format/policy.ts";
import { plainPaint } from "../src/text/paint.ts";
import { policy } from "./policy-sample.ts";

const rulesFor = (question: Parameters<typeof filterPolicy>[1]) =>
  filterPolicy(policy, question).rules.map(({ name }) => name);

describe("pages about the remediation policy", () => {
  it("filter a policy by environment, action and service", () => {
    expect(rulesFor({})).to.have.length(3);
    expect(rulesFor({ environment: "PROD" })).to.deep.equal(["production-asks", "shop-only"]);
    expect(rulesFor({ environment: "staging", action: "scale-service" })).to.deep.equal(["shop-only"]);
    expect(rulesFor({ service: "shop-cart-api" })).to.include("shop-only");
    expect(rulesFor({ service: "shop-api" })).not.to.include("shop-only");
    expect(filterPolicy(policy, { environment: "staging" }).windows).to.deep.equal([]);
  });

  it("show guardrails, and whether a window is open", () => {
    const text = policyDetails(policy, { width: 200, paint: plainPaint });
    expect(text).to.contain("actions per hour 5, concurrent per service 1, max replicas 20, open incidents only");
    expect(text).to.contain("weekend says deny in production, closed until").and.not.to.contain("\u001b");
    expect(text).to.contain("restart-service (grace? integer): Restarts it.");
  });

  it("show the mode, and that simulate changes nothing", () => {
    expect(policyDetails(policy, { width: 200, paint: plainPaint })).to.contain("actions are SIMULATED");
    expect(policyDetails({ ...policy, mode: "live" }, { width: 200, paint: plainPaint })).not.to.contain("SIMULATED");
  });
});
