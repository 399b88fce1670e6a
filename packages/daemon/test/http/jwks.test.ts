import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { request } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const ALGORITHMS = ["RS256", "ES256", "EdDSA"] as const;
const ISSUER = "https://identity.example/";
const AUDIENCE = "tocsin";

describe("tokens of an identity provider", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  let provider: Server;
  let providerStatus = 200;
  const pairs = new Map<string, Pair>();
  const keys: JWK[] = [];

  before(async () => {
    for (const algorithm of [...ALGORITHMS, "PS256", "ES384"]) {
      const pair = await generateKeyPair(algorithm, { extractable: true });
      pairs.set(algorithm, pair);
      keys.push({ ...(await exportJWK(pair.publicKey)), kid: algorithm, use: "sig", alg: algorithm });
    }
    provider = createServer((_request, response) => {
      response.writeHead(providerStatus, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    daemon = await startProvided();
  });
  after(async () => {
    await daemon.stop();
    provider.closeAllConnections();
    provider.close();
  });

  const startProvided = (): Promise<TestDaemon> =>
    startTestDaemon({
      TOCSIN_JWKS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/jwks.json`,
      TOCSIN_JWT_ISSUER: ISSUER,
      TOCSIN_JWT_AUDIENCE: AUDIENCE,
    });

  interface Claims {
    readonly issuer?: string;
    readonly audience?: string;
    readonly expiry?: string;
  }
  const sign = (
    algorithm: string,
    { issuer = ISSUER, audience = AUDIENCE, expiry = "1h" }: Claims = {},
    pair = pairs.get(algorithm),
  ): Promise<string> =>
    new SignJWT({ organizationId: "shop", permissions: ["incidents:view"] })
      .setProtectedHeader({ alg: algorithm, kid: algorithm })
      .setSubject("ada")
      .setIssuedAt()
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(expiry)
      .sign((pair as Pair).privateKey);
  const statusWith = async (token: string, at = daemon): Promise<number> =>
    (await request(`${at.core}/incidents`, { token })).status;

  for (const algorithm of ALGORITHMS) {
    it(`are taken where ${algorithm} signed them`, async () => {
      expect(await statusWith(await sign(algorithm))).to.equal(200);
    });

    it(`are refused where ${algorithm} signed them with a key that isn't the provider's`, async () => {
      expect(await statusWith(await sign(algorithm, {}, await generateKeyPair(algorithm)))).to.equal(401);
    });
  }

  for (const algorithm of ["PS256", "ES384"]) {
    it(`are refused where ${algorithm} signed them, though the provider has such a key`, async () => {
      expect(await statusWith(await sign(algorithm))).to.equal(401);
    });
  }

  it("are refused of another issuer, for another audience, or expired", async () => {
    expect(await statusWith(await sign("RS256", { issuer: "https://other.example/" }))).to.equal(401);
    expect(await statusWith(await sign("RS256", { audience: "other" }))).to.equal(401);
    expect(await statusWith(await sign("RS256", { expiry: "-1m" }))).to.equal(401);
  });

  it("replace those of the shared secret, which are refused", async () => {
    expect(await statusWith(mintToken({ iss: ISSUER, aud: AUDIENCE }))).to.equal(401);
  });

  it("can't be forged as HS256 with the provider's public key for a secret", async () => {
    const publicKey = (pairs.get("RS256") as Pair).publicKey;
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(keys[0]), keys[0]?.n ?? ""]) {
      const token = mintToken({ iss: ISSUER, aud: AUDIENCE }, { secret, header: { kid: "RS256" } });
      expect(await statusWith(token)).to.equal(401);
    }
  });

  it("are refused with a kid that the provider has no key for, or a path, a query or a URL in it", async () => {
    for (const kid of ["unknown", "../../etc/passwd", "' or 1=1 --", "http://127.0.0.1:1/keys"]) {
      const token = await new SignJWT({ organizationId: "shop", permissions: [] })
        .setProtectedHeader({ alg: "RS256", kid, jku: "http://127.0.0.1:1/keys" })
        .setSubject("ada")
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime("1h")
        .sign((pairs.get("RS256") as Pair).privateKey);
      expect(await statusWith(token), kid).to.equal(401);
    }
  });

  it("are answered 503, not 401, where the provider answers with an error", async () => {
    const other = await startProvided();
    providerStatus = 500;
    const failing = await request(`${other.core}/incidents`, { token: await sign("RS256") });
    providerStatus = 200;
    expect(failing.status).to.equal(503);
    expect(failing.headers.get("retry-after")).to.match(/^\d+$/);
    expect(await statusWith(await sign("RS256"), other), "once it is back").to.equal(200);
    await other.stop();
  });

  it("are answered 503 where the provider is away", async () => {
    const away = await startTestDaemon({
      TOCSIN_JWKS_URL: "http://127.0.0.1:1/jwks.json",
      TOCSIN_JWT_ISSUER: ISSUER,
      TOCSIN_JWT_AUDIENCE: AUDIENCE,
    });
    const answer = await request(`${away.core}/incidents`, { token: await sign("RS256") });
    expect(answer.status).to.equal(503);
    expect(answer.text).to.not.contain("127.0.0.1");
    await away.stop();
  });
});
