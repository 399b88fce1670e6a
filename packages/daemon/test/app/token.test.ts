import { expect } from "chai";
import { ConfigError } from "../../src/app/config-error.ts";
import { mintToken } from "../../src/app/token.ts";

const config = {
  jwtSecret: "a secret of sixteen bytes and more",
  jwksUrl: undefined,
  jwtIssuer: undefined,
  jwtAudience: undefined,
};
const mint = (ttl: string | undefined): Promise<string> =>
  mintToken(config, { organization: "default", subject: "ada", permissions: undefined, ttl });

describe("a token from the command line", () => {
  it("is refused where it would be over before it is used", async () => {
    for (const ttl of ["0s", "0d", "000m", "-1h", "soon", "12"]) {
      const failure = await mint(ttl).catch((error: unknown) => error);
      expect(failure, ttl).to.be.instanceOf(ConfigError);
      expect((failure as Error).message).to.contain("--ttl is a number above 0");
    }
  });

  it("is good for as long as was asked", async () => {
    const secondsOf = async (ttl: string | undefined): Promise<number> => {
      const { exp, iat } = JSON.parse(Buffer.from((await mint(ttl)).split(".")[1] ?? "", "base64url").toString());
      return exp - iat;
    };
    expect(await secondsOf("1s")).to.equal(1);
    expect(await secondsOf("010m")).to.equal(600);
    expect(await secondsOf(undefined)).to.equal(12 * 3600);
  });
});
