import { expect } from "chai";
import { type MintedToken, mintToken } from "../../src/app/commands/mint-token.ts";
import { ConfigError } from "../../src/app/config/config-error.ts";
import { SECRET } from "../support/tokens.ts";

const config = {
  jwtSecret: SECRET,
  jwksUrl: undefined,
  jwtIssuer: undefined,
  jwtAudience: undefined,
  personTokenHoursMax: 12,
  scriptTokenDaysMax: 30,
};
const mint = (ttl: string | undefined, kind: "person" | "script" = "person"): Promise<MintedToken> =>
  mintToken(config, { organization: "default", subject: "ada", permissions: undefined, ttl, kind }, Date.now());
const claimsOf = ({ token }: MintedToken) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

describe("a token from the command line", () => {
  const messageOf = async (minted: Promise<unknown>): Promise<string> => {
    const failure = await minted.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ConfigError);
    return (failure as Error).message;
  };

  it("is refused where it would be over before it is used", async () => {
    for (const ttl of ["0s", "0d", "000m", "-1h", "soon", "12"]) {
      expect(await messageOf(mint(ttl)), ttl).to.contain("--ttl is a number above 0");
    }
  });

  it("is good for as long as was asked, else for as long as it may be", async () => {
    const secondsOf = async (...given: Parameters<typeof mint>): Promise<number> => {
      const { exp, iat } = claimsOf(await mint(...given));
      return Number(exp) - Number(iat);
    };
    expect(await secondsOf("1s")).to.equal(1);
    expect(await secondsOf("010m")).to.equal(600);
    expect(await secondsOf(undefined)).to.equal(12 * 3600);
    expect(await secondsOf("30d", "script")).to.equal(30 * 86_400);
    expect(await secondsOf(undefined, "script")).to.equal(30 * 86_400);
  });

  it("is refused where it would be good for longer than its kind may be, with what to do", async () => {
    expect(await messageOf(mint("13h")))
      .to.contain("--script")
      .and.contain("30 days");
    expect(await messageOf(mint("31d", "script"))).to.contain("TOCSIN_SCRIPT_TOKEN_DAYS_MAX");
  });

  it("has an id of its own, and says whose kind it is", async () => {
    const [person, script] = [await mint("1h"), await mint("1h", "script")];
    expect(claimsOf(person)).to.include({ jti: person.id, kind: "person" });
    expect(claimsOf(script)).to.include({ jti: script.id, kind: "script" });
    expect(person.id).to.not.equal(script.id);
  });
});
