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
    expect(await refused(authenticate(header))).to.equal("The token has expired. Get a new one.");
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

  it("is refused in any other spelling of its signature, which stands for the same bytes", async () => {
    const authenticate = createAuthenticate(options, () => false, clock);
    const token = expiring(MINUTE_MS);
    const bytes = Buffer.from(token.slice(token.lastIndexOf(".") + 1), "base64url");
    const spellings = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
      .map((last) => token.slice(0, -1) + last)
      .filter((other) => Buffer.from(other.slice(other.lastIndexOf(".") + 1), "base64url").equals(bytes));
    expect(spellings).to.have.lengthOf(4);
    const outcomes = await Promise.all(spellings.map((other) => refused(authenticate(`Bearer ${other}`))));
    expect(outcomes.filter((outcome) => outcome === "The token is not valid.")).to.have.lengthOf(3);
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
