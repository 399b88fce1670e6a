import { expect } from "chai";
import { createOrganizationGate } from "../../src/ingest/admission.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";

describe("the gate for new organizations", () => {
  it("admits a minute's worth at once, then at that pace, and never more after a long rest", async () => {
    let now = 0;
    const gate = createOrganizationGate({
      registry: { holdsOrganization: async () => false, organizationCount: async () => 0 },
      limits: { newPerMinute: 60, organizations: 1000, configured: new Set() },
      clock: { now: () => now },
    });
    const admitted = async (tries: number): Promise<number> => {
      let count = 0;
      for (let index = 0; index < tries; index += 1) {
        await gate
          .admit(`made-up-${index}`, (reason) => expect(reason).to.equal("organizations_per_minute"))
          .then(() => {
            count += 1;
          })
          .catch((error: unknown) => expect(error).to.be.instanceOf(ApplicationError));
      }
      return count;
    };
    expect(await admitted(100)).to.equal(60);
    expect(await admitted(100)).to.equal(0);
    now += 5_000;
    expect(await admitted(100)).to.equal(5);
    now += 24 * 3_600_000;
    expect(await admitted(100)).to.equal(60);
    now -= 3_600_000;
    expect(await admitted(100), "a clock set back").to.equal(0);
  });
});
