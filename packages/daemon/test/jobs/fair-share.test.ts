import { expect } from "chai";
import { createFairShare } from "../../src/jobs/fair-share.ts";

describe("The fair share of organizations", () => {
  const available = [
    { id: "1", organizationId: "a" },
    { id: "2", organizationId: "a" },
    { id: "3", organizationId: "b" },
  ];

  it("is that the organization served longest ago is next, with its first job", () => {
    const share = createFairShare(4);
    expect([1, 2, 3].map(() => share.next(available)?.id)).to.deep.equal(["1", "3", "1"]);
    expect(share.next([])).to.equal(undefined);
  });

  it("keeps an organization waiting that runs as many as it may", () => {
    const share = createFairShare(1);
    const [first, , other] = available as [(typeof available)[0], unknown, (typeof available)[0]];
    share.started(first);
    expect(share.next(available)?.id).to.equal("3");
    share.started(other);
    expect(share.next(available)).to.equal(undefined);
    share.ended(first);
    expect(share.next(available)?.id).to.equal("1");
  });
});
