import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readCommand } from "../../src/app/command-line.ts";
import { type Config, readConfig } from "../../src/app/config.ts";
import { ConfigError } from "../../src/app/config-error.ts";
import { settings } from "../../src/app/settings.ts";
import { temporaryFolder } from "../support/daemon.ts";

describe("the settings", () => {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (environment: Readonly<Record<string, string>> = {}, file?: string): Config => {
    if (file === undefined) return readConfig({ TOCSIN_DATA_DIR: folder, ...environment });
    writeFileSync(join(folder, "settings.yaml"), file);
    return readConfig({ TOCSIN_DATA_DIR: folder, ...environment }, join(folder, "settings.yaml"));
  };
  function refuses(names: string, ...given: Parameters<typeof read>): void {
    let message = "";
    try {
      read(...given);
    } catch (error) {
      expect(error).to.be.instanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message, JSON.stringify(given)).to.contain(names);
    expect(message).to.not.contain("\n");
  }

  it("have the defaults of the decisions where nothing is set", () => {
    expect(read()).to.deep.include({
      coreHost: "127.0.0.1",
      corePort: 7070,
      ingestHost: "127.0.0.1",
      ingestPort: 7071,
      roles: ["ingest", "core", "worker"],
      bodyBytesMax: 16 * 2 ** 20,
      inflatedBytesMax: 32 * 2 ** 20,
      batchEventsMax: 10_000,
      eventBytesMax: 256 * 2 ** 10,
      defaultServicesMax: 5,
      streamReadersPerToken: 10,
      streamReadersPerOrganization: 100,
      ingestApiKey: [],
      organizations: undefined,
      remediationMode: "simulate",
      correlationBuiltIn: "merge",
      autoDiagnose: false,
      logLevel: "info",
      allowedNamespaces: [{ name: "default", organizationId: undefined }],
    });
  });

  it("come from a file in camel case, over which the environment wins", () => {
    const file =
      "corePort: 1234\ningestPort: 2345\nroles: [core, ingest]\nautoDiagnose: true\ningestApiKey: [a, b@shop]\n";
    const config = read({ TOCSIN_CORE_PORT: "4321", TOCSIN_INGEST_PORT: "" }, file);
    expect(config).to.include({ corePort: 4321, ingestPort: 2345, autoDiagnose: true });
    expect(config.roles).to.deep.equal(["core", "ingest"]);
    expect(config.ingestApiKey).to.deep.equal([
      { key: "a", organizationId: undefined },
      { key: "b", organizationId: "shop" },
    ]);
    expect(read({}, "").corePort).to.equal(7070);
  });

  it("are refused by their name where unknown, in the environment or in the file, also names of every object", () => {
    refuses("TOCSIN_PROT", { TOCSIN_PROT: "1" });
    refuses("tocsin_core_port", {}, "tocsin_core_port: 1");
    for (const name of ["toString", "__proto__", "constructor"]) refuses(name, {}, `${name}: 1`);
    expect(read({ TOCSIN_TEST_SEED: "1", TOCSIN_TOKEN: "x", TOCSIN_URL: "http://x" }).corePort).to.equal(7070);
  });

  it("are refused where there is a mail server and no sender", () => {
    refuses("TOCSIN_MAIL_FROM", { TOCSIN_SMTP_URL: "smtp://mail.example" });
    const config = read({ TOCSIN_SMTP_URL: "smtp://mail.example", TOCSIN_MAIL_FROM: "Tocsin <ops@shop.example>" });
    expect(config.unused).to.deep.equal([]);
  });

  it("are refused where the file is none, is no YAML, or holds no names", () => {
    expect(() => readConfig({ TOCSIN_DATA_DIR: folder }, "/no/where.yaml")).to.throw(ConfigError, /where\.yaml/);
    for (const file of ["- a\n- b", "just text", "a: [", "\t- x: 1"]) refuses("settings.yaml", {}, file);
  });

  const bad: Readonly<Record<string, readonly string[]>> = {
    TOCSIN_CORE_PORT: ["x", "-1", "65536", "1.5", "1e3", " 1", "0x10"],
    TOCSIN_ROLES: ["cook", ",", "core cook"],
    TOCSIN_DATABASE_URL: ["mysql://x", "/var/db", "postgres"],
    TOCSIN_AMQP_URL: ["http://x", "rabbit"],
    TOCSIN_JWKS_URL: ["file:///etc/passwd", "identity"],
    TOCSIN_JWT_SECRET: ["short", "fifteen-bytes.."],
    TOCSIN_INGEST_API_KEY: ["@shop", "key@", "key@a b", ",", "key@shop/x"],
    TOCSIN_ORGANIZATIONS: [",", "a b", "a,../b", "x".repeat(65)],
    TOCSIN_QUEUE_BYTES_MAX: ["1", "-5", "10MB"],
    TOCSIN_REMEDIATION_MODE: ["on", "Live"],
    TOCSIN_AUTO_DIAGNOSE: ["yes", "1", "TRUE"],
    TOCSIN_LOG_LEVEL: ["verbose"],
    TOCSIN_SMTP_URL: ["mail.example", "http://mail"],
    TOCSIN_MAIL_FROM: ["tocsin", "a@b.example, c@d.example", "Tocsin <>"],
    TOCSIN_CORS_ORIGINS: ["*", "example.com", "https://a.example/", "https://a.example,ftp://b.example", "null"],
    TOCSIN_STREAM_READERS_PER_TOKEN: ["0"],
    TOCSIN_EVENT_RETENTION_DAYS: ["0", "3651"],
  };
  for (const [name, values] of Object.entries(bad)) {
    it(`are refused where ${name} is ${values.map((value) => JSON.stringify(value).slice(0, 20)).join(", ")}`, () => {
      for (const value of values) refuses(name, { [name]: value });
    });
  }

  it("say no secret in a refusal", () => {
    try {
      read({ TOCSIN_JWT_SECRET: "hush" });
      expect.fail("must be refused");
    } catch (error) {
      expect((error as Error).message).to.not.contain("hush");
    }
  });

  it("make a secret of their own, once, that only its owner reads; given by another start, it is kept", () => {
    const first = read();
    const path = join(folder, "jwt-secret");
    expect(first.firstStart).to.equal(true);
    expect(Buffer.from(first.jwtSecret, "base64url")).to.have.lengthOf(48);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    const second = read();
    expect([second.jwtSecret, second.firstStart]).to.deep.equal([first.jwtSecret, false]);
    expect(read({ TOCSIN_JWT_SECRET: "another-secret-of-enough-bytes" }).jwtSecret).to.equal(
      "another-secret-of-enough-bytes",
    );
    expect(readFileSync(path, "utf8").trim()).to.equal(first.jwtSecret);
  });

  it("never take an empty secret file for a secret", () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "jwt-secret"), "");
    const taken = ((): string => {
      try {
        return read().jwtSecret;
      } catch (error) {
        expect(error).to.be.instanceOf(ConfigError);
        return "refused, which is well";
      }
    })();
    expect(Buffer.byteLength(taken)).to.be.at.least(16);
  });

  it("each have a name of their own in the environment and a sentence", () => {
    const all = Object.values(settings);
    expect(new Set(all.map(({ env }) => env)).size).to.equal(all.length);
    for (const { env, sentence } of all) {
      // The name that every Kubernetes client knows.
      if (env !== "KUBECONFIG") expect(env).to.match(/^TOCSIN_[A-Z_]+$/);
      expect(sentence).to.match(/^.{5,}\.$/);
    }
  });
});

describe("the command line of the daemon", () => {
  it("runs without arguments, or with a file", () => {
    expect(readCommand([])).to.deep.equal({ name: "run", file: undefined });
    expect(readCommand(["--config", "a.yaml"])).to.deep.equal({ name: "run", file: "a.yaml" });
  });

  it("says its help and its version", () => {
    expect(readCommand(["--help"]))
      .to.have.property("text")
      .that.contains("tocsind token");
    expect(readCommand(["--version"]))
      .to.have.property("text")
      .that.matches(/^tocsind \d+\.\d+\.\d+\n$/);
  });

  it("refuses what it doesn't know in one line", () => {
    for (const args of [["start"], ["token", "x"], ["--nope"], ["--config"], ["-x"]]) {
      expect(() => readCommand(args), args.join(" ")).to.throw(ConfigError, /^[^\n]+$/);
    }
  });
});
