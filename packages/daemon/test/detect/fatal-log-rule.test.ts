import { expect } from "chai";
import { createWorld, error, log, START } from "./support.ts";

describe("a fatal log", () => {
  it("is critical, alone and at once", () => {
    const fatal = log(START, { level: "fatal", message: "out of memory, exiting", metadata: { env: "prod" } });
    const [found, ...others] = createWorld().send([fatal]);
    expect(others).to.deep.equal([]);
    expect(found).to.include({
      reason: "fatal_log",
      severity: "CRITICAL",
      deduplicationKey: "log-fatal:checkout-api",
      environment: "prod",
      triggeringEventId: fatal.id,
      title: "Fatal error in checkout-api: out of memory, exiting",
    });
  });

  it("is not an error log", () => {
    expect(createWorld().send([error(START)])).to.deep.equal([]);
  });
});
