import { expect } from "chai";
import { createAuthenticate } from "../../src/http/auth.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { mintToken, SECRET } from "../support/tokens.ts";

describe("a token", () => {
  let now = Date.now();
  const clock = { now: () => now };
  const options = {
    jwtSecret: SECRET,
    jwksUrl: undefined,
    jwtIssuer: undefined,
    jwtAudience: undefined,
    organizations: undefined,
    personTokenHoursMax: 12,
    scriptTokenDaysMax: 30,
  };
  const seconds = (ms: number): number => Math.floor(ms / SECOND_MS);
  /** Issued by the test's clock. */
  const expiring = (ms: number, claims = {}): string =>
    mintToken({ iat: seconds(now), exp: seconds(now + ms), ...claims });
  const refused = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "taken",
      ({ message }: Error) => message,
    );

  it("that was taken is refused once it has expired", async () => {
    const authenticate = createAuthenticate(options, () => false, clock);
    const header = `Bearer ${expiring(5 * SECOND_MS)}`;
    expect((await authenticate(header)).subject).to.equal("tester");
    now += 3 * SECOND_MS;
    expect((await authenticate(header)).subject).to.equal("tester");
    now += MINUTE_MS;
    expect(await refused(authenticate(header))).to.equal("The token has expired.");
  });

  it("is told from one that differs in a single character of its claims or its signature", async () => {
    const authenticate = createAuthenticate(options, () => false, clock);
    const token = expiring(MINUTE_MS);
    await authenticate(`Bearer ${token}`);
    for (const at of [token.indexOf(".") + 5, token.length - 5]) {
      const other = token[at] === "A" ? "B" : "A";
      const forged = token.slice(0, at) + other + token.slice(at + 1);
      expect(await refused(authenticate(`Bearer ${forged}`))).to.equal("The token is not valid.");
    }
  });

  it("among more than are remembered speaks for its own organization", async () => {
    const authenticate = createAuthenticate(options, () => false, clock);
    const names = Array.from({ length: 1100 }, (_, index) => `org-${index}`);
    const tokens = names.map((organizationId) => expiring(MINUTE_MS, { organizationId }));
    for (let round = 0; round < 2; round++) {
      for (const [index, token] of tokens.entries()) {
        const { scope } = await authenticate(`Bearer ${token}`);
        expect(scope.organizationId).to.equal(names[index]);
      }
    }
  });
});
