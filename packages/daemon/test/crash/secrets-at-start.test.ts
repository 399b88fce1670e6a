import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { runDaemon } from "../support/process.ts";

describe("secrets at the start of the daemon", function () {
  this.timeout(30_000);
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  function isRefused(settings: Readonly<Record<string, string>>, ...says: (string | RegExp)[]): void {
    const { code, stderr, stdout } = runDaemon(dataDir, settings);
    expect(code, stderr).to.equal(2);
    expect(stderr.trimEnd().split("\n"), stderr).to.have.lengthOf(1);
    for (const part of says) expect(stderr).to.match(new RegExp(part));
    for (const [name, value] of Object.entries(settings)) {
      if (/SECRET/.test(name) && value !== "") expect(stderr + stdout).to.not.include(value);
    }
  }

  for (const setting of ["TOCSIN_JWT_SECRET", "TOCSIN_SECRET_KEY"]) {
    it(`a ${setting} under 32 bytes is refused with the command that makes a good one`, () => {
      isRefused({ [setting]: "4DkGyA2iMq9cXw7RzL0vTj3bNf8HsU5" }, setting, "at least 32", "openssl rand -base64 32");
    });

    it(`a ${setting} that is long and easily guessed is refused with the command that makes a good one`, () => {
      const secret = "please-change-this-secret-before-production";
      isRefused({ [setting]: secret }, setting, "entropy is estimated at \\d+ bits", "openssl rand -base64 32");
    });
  }

  it("a short secret in the data directory is refused with its file and what deleting it costs", () => {
    for (const [name, cost] of [
      ["jwt-secret", "all tokens end"],
      ["secret-key", "audit logs can't be checked"],
    ] as const) {
      writeFileSync(join(dataDir, name), "sixteen-bytes-16\n");
      isRefused({ TOCSIN_JWT_SECRET: "", TOCSIN_SECRET_KEY: "" }, join(dataDir, name), "delete the file", cost);
      rmSync(join(dataDir, name));
    }
  });

  const provider = {
    TOCSIN_JWKS_URL: "https://identity.example/keys",
    TOCSIN_JWT_ISSUER: "https://identity.example/",
    TOCSIN_JWT_AUDIENCE: "tocsin",
  };
  for (const missing of ["TOCSIN_JWT_ISSUER", "TOCSIN_JWT_AUDIENCE"] as const) {
    it(`an identity provider without ${missing} is refused in one line that names it`, () => {
      isRefused({ ...provider, [missing]: "" }, `${missing} is not; set it to`);
    });
  }

  it("an identity provider whose keys come over http is refused", () => {
    isRefused({ ...provider, TOCSIN_JWKS_URL: "http://identity.example/keys" }, "TOCSIN_JWKS_URL must begin https://");
  });
});
