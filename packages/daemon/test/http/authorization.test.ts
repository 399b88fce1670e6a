import { createHmac, generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { permissions } from "../../src/app/commands/mint-token.ts";
import { ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Operation, operations } from "../support/operations.ts";
import { type Answer, type ErrorBody, request } from "../support/request.ts";
import { inSeconds, mintToken } from "../support/tokens.ts";

const all = operations();
const guarded = all.filter(({ permission }) => permission !== undefined);
const OPEN = ["checkLiveness", "checkReadiness", "readMetrics"];

/** Signed as HS256 with the text of a public key: what a server that lets the token choose would verify. */
function confusedToken(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return mintToken({}, { secret: publicKey.export({ type: "spki", format: "pem" }).toString() });
}

const [head = "", payload = "", signature = ""] = mintToken().split(".");
const refused: Readonly<Record<string, string | undefined>> = {
  "no token": undefined,
  "an expired token": mintToken({ exp: inSeconds(-60) }),
  "alg none and no signature": mintToken({}, { header: { alg: "none" }, signature: "" }),
  "alg none with a signature": mintToken({}, { header: { alg: "none" } }),
  "a wrong secret": mintToken({}, { secret: "another-secret-that-is-long-enough" }),
  "the header RS256 over an HS256 signature": mintToken({}, { header: { alg: "RS256" } }),
  "HS256 signed with an RSA public key": confusedToken(),
  HS512: `${mintToken({}, { header: { alg: "HS512" }, signature: "x" })
    .split(".")
    .slice(0, 2)
    .join(".")}.${createHmac("sha512", "x").update("y").digest("base64url")}`,
  "no organizationId": mintToken({ organizationId: undefined }),
  "an organizationId that is none": mintToken({ organizationId: "../default" }),
  "an organizationId that is a list": mintToken({ organizationId: ["default"] }),
  "no sub": mintToken({ sub: undefined }),
  "no exp": mintToken({ exp: undefined }),
  "a time that has not come": mintToken({ nbf: inSeconds(3600) }),
  "a payload changed after signing": `${head}.${Buffer.from(JSON.stringify({ sub: "x", organizationId: "default", exp: inSeconds(60), permissions })).toString("base64url")}.${signature}`,
  "a kid that points at a file": mintToken({}, { header: { kid: "../../../../dev/null" }, secret: "" }),
  "an embedded key": mintToken({}, { header: { jwk: { kty: "oct", k: "eA" } }, secret: "x" }),
  "half a token": `${head}.${payload}`,
  "a token of 100 kB": mintToken({ name: "x".repeat(100_000) }),
};

describe("access to the core interface", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const call = ({ method, path }: Operation, token: string | undefined): Promise<Answer> =>
    request(`${daemon.core}${path}`, { method, ...(token === undefined ? {} : { token }) });

  function isError(answer: Answer, status: number, what: string): void {
    expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).to.equal(status);
    expect(answer.headers.get("x-request-id"), what).to.match(/^[\w-]{8,}$/);
    expect(answer.json<ErrorBody>(), what).to.include.keys("statusCode", "error", "message");
    expect(answer.json<ErrorBody>().statusCode, what).to.equal(status);
  }

  it("is open for health and metrics alone", () => {
    expect(
      all
        .filter(({ permission }) => permission === undefined)
        .map(({ id }) => id)
        .sort(),
    ).to.deep.equal(OPEN);
    expect(guarded.length).to.be.above(70);
    for (const { permission } of guarded) expect(permissions).to.include(permission);
  });

  for (const [what, token] of Object.entries(refused)) {
    // A header of 100 kB is refused before it is read as one.
    const status = what === "a token of 100 kB" ? 400 : 401;
    it(`is refused with ${status} for ${what}, by every operation`, async () => {
      for (const operation of guarded) {
        const answer = await call(operation, token);
        isError(answer, status, operation.id);
      }
    });
  }

  it("is refused with 403 naming the permission, by every operation, to a token with all others", async () => {
    for (const operation of guarded) {
      const others = permissions.filter((each) => each !== operation.permission);
      const answer = await call(operation, mintToken({ permissions: others }));
      isError(answer, 403, operation.id);
      expect(answer.json<ErrorBody>().message, operation.id).to.contain(operation.permission);
    }
  });

  it("is refused with 403 by every operation where permissions are missing or no list of texts", async () => {
    for (const granted of [undefined, "incidents:view", { "incidents:view": true }, [["incidents:view"]], [null]]) {
      const token = mintToken({ permissions: granted });
      for (const operation of guarded) isError(await call(operation, token), 403, operation.id);
    }
  });

  it("is granted by the one permission that the document names", async () => {
    for (const operation of guarded.filter(({ id }) => id !== "streamIncidents")) {
      const answer = await call(operation, mintToken({ permissions: [operation.permission] }));
      expect(answer.status, `${operation.id}: ${answer.text.slice(0, 200)}`).to.not.be.oneOf([401, 403, 500]);
    }
  });

  it("takes the token from the header alone", async () => {
    for (const place of ["access_token", "token", "authorization"]) {
      expect((await request(`${daemon.core}/incidents?${place}=${mintToken()}`)).status).to.equal(401);
    }
    expect(
      (await request(`${daemon.core}/incidents`, { headers: { cookie: `token=${mintToken()}` } })).status,
    ).to.equal(401);
    expect(
      (await request(`${daemon.core}/incidents`, { headers: { authorization: `Basic ${mintToken()}` } })).status,
    ).to.equal(401);
  });

  it("says the same of every token that isn't valid, but for one that has expired", async () => {
    const names = Object.keys(refused).filter(
      (what) => !/^no |expired|100 kB|half|organizationId|none and no/.test(what),
    );
    const messages = new Set<string>();
    for (const what of names) {
      const answer = await request(`${daemon.core}/incidents`, { token: refused[what] ?? "" });
      messages.add(answer.json<ErrorBody>().message);
      expect(answer.headers.get("www-authenticate"), what).to.match(/^Bearer/);
    }
    expect([...messages]).to.deep.equal(["The token is not valid."]);
  });

  it("is asked for before anything about a path is said", async () => {
    for (const path of ["/nothing", "/incidents/", "/admin", "/incidents/x/y/z"]) {
      expect((await request(`${daemon.core}${path}`)).status, path).to.equal(401);
    }
  });

  it("to the ingestion interface isn't given by a token of the core", async () => {
    const keyed = await startTestDaemon({ TOCSIN_INGEST_API_KEY: "the-key" });
    expect((await ingest(keyed, "/events/logs", {}, { token: mintToken() })).status).to.equal(401);
    await keyed.stop();
  });

  it("leaves no token in the log", () => {
    expect(JSON.stringify(daemon.log)).to.not.contain(head);
  });
});
