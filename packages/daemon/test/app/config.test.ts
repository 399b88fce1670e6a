import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readCommand } from "../../src/app/commands/command-line.ts";
import { type Config, readConfig } from "../../src/app/config/config.ts";
import { ConfigError } from "../../src/app/config/config-error.ts";
import { settings } from "../../src/app/config/settings.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { SECRET } from "../support/tokens.ts";

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

  it("take an address to listen on with and without brackets, and refuse one with a port", () => {
    for (const host of ["[::1]", "::1"]) {
      const config = read({ TOCSIN_INGEST_HOST: host, TOCSIN_CORE_HOST: host });
      expect(config).to.include({ ingestHost: "::1", coreHost: "::1" });
    }
    expect(read({ TOCSIN_CORE_HOST: "tocsin.internal" }).coreHost).to.equal("tocsin.internal");
    for (const host of ["127.0.0.1:7071", "[::1]:7071", "[localhost]", "http://localhost", "a b"]) {
      refuses("TOCSIN_INGEST_HOST", { TOCSIN_INGEST_HOST: host });
      refuses("TOCSIN_CORE_HOST", { TOCSIN_CORE_HOST: host });
    }
  });

  it("are refused where there is a mail server and no sender", () => {
    refuses("from 67108864 to 1125899906842623, or 0", { TOCSIN_ARCHIVE_MAX_BYTES: "1" });
    refuses("TOCSIN_MAIL_FROM", { TOCSIN_SMTP_URL: "smtp://mail.example" });
    const sender = "Tocsin <ops@shop.example>";
    expect(read({ TOCSIN_SMTP_URL: "smtp://mail.example", TOCSIN_MAIL_FROM: sender }).mailFrom).to.equal(sender);
  });

  it("take the keys of an identity provider over http from loopback alone, and with issuer and audience", () => {
    const named = { TOCSIN_JWT_ISSUER: "https://id.example/", TOCSIN_JWT_AUDIENCE: "tocsin" };
    for (const host of ["id.example", "10.0.0.7", "localhost.example", "127.0.0.1.example", "[fe80::1]", "0.0.0.0"]) {
      refuses("TOCSIN_JWKS_URL must begin https://", { ...named, TOCSIN_JWKS_URL: `http://${host}/keys` });
    }
    const taken = [
      "http://127.0.0.1:9/k",
      "http://127.8.0.1/k",
      "http://[::1]/k",
      "http://localhost/k",
      "https://id.example/k",
    ];
    for (const url of taken) expect(read({ ...named, TOCSIN_JWKS_URL: url }).jwksUrl).to.equal(url);
    for (const name of ["TOCSIN_JWT_ISSUER", "TOCSIN_JWT_AUDIENCE"]) {
      refuses(`${name} is not`, { ...named, TOCSIN_JWKS_URL: "https://id.example/k", [name]: "" });
    }
  });

  it("refuse secrets that can be guessed and take random ones, however they are written", () => {
    for (const value of [
      ...[
        "x".repeat(64),
        "0123456789abcdefghijklmnopqrstuvwxyz",
        "deadbeef".repeat(8),
        "correct horse battery staple one two",
      ],
      ...["supersecretjwtsecretsupersecretjwtsecret", "your-256-bit-secret-your-256-bit-secret"],
      ...["qwertyuiopasdfghjklzxcvbnm1234567890", "QwErTzUiOpAsDfGhJkLyXcVbNm1234567890!@#"],
      ...["1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "97531086429753108642acegikmoqsuwybdfhjlnprtvxz"],
      ...["00112233445566778899aabbccddeeff", "abcdef0123456789abcdef0123456789", "aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQ"],
      ...["x7Kp2mQ9".repeat(5), Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)).toString("base64")],
    ]) {
      refuses("openssl rand -base64 32", { TOCSIN_JWT_SECRET: value });
    }
    for (const value of [
      ...[
        "Jtf1uV2m0uW8bC5nP3qxYz7AaKd9LrEhGsTvBiXo4wM=",
        "c1f09d2e7b6a58430fe1dc2b9a876543e0d1f2c3b4a59687788695a4b3c2d1e0",
      ],
      ...["1b86d0c1a84e7d659a2f3aa7c55ad01f", "kq3v9x0z7m2p8w4t6r1y5u3i8o2a7s9d"],
    ]) {
      expect(read({ TOCSIN_JWT_SECRET: value }).jwtSecret).to.equal(value);
    }
  });

  it("refuse texts and sequences written as hex or base64, also twice, and digests of common words", () => {
    const phrase = "please-change-this-secret-before-production";
    const base64 = Buffer.from(phrase).toString("base64");
    const digest = (algorithm: string, word: string) => createHash(algorithm).update(word).digest();
    for (const value of [
      ...[base64, Buffer.from(phrase).toString("hex"), Buffer.from(base64).toString("base64")],
      ...[digest("sha256", "password").toString("hex"), digest("sha256", "changeme\n").toString("base64")],
      ...[digest("md5", "admin").toString("hex").toUpperCase(), digest("sha512", "test").toString("hex").slice(0, 32)],
    ]) {
      refuses("openssl rand -base64 32", { TOCSIN_JWT_SECRET: value });
    }
  });

  it("are refused where the file is none, is no YAML, or holds no names", () => {
    expect(() => readConfig({ TOCSIN_DATA_DIR: folder }, "/no/where.yaml")).to.throw(ConfigError, /where\.yaml/);
    for (const file of ["- a\n- b", "just text", "a: [", "\t- x: 1"]) refuses("settings.yaml", {}, file);
  });

  it("bind hosts of notifications to organizations", () => {
    const { outboundHosts } = read({
      TOCSIN_OUTBOUND_HOSTS: "Hooks.internal:8443@shop, *.example.com, [fd00::1]:80@b.c",
    });
    expect(outboundHosts).to.deep.equal([
      { name: "hooks.internal:8443", organizationId: "shop" },
      { name: "*.example.com", organizationId: undefined },
      { name: "[fd00::1]:80", organizationId: "b.c" },
    ]);
  });

  const bad: Readonly<Record<string, readonly string[]>> = {
    TOCSIN_CORE_PORT: ["x", "-1", "65536", "1.5", "1e3", " 1", "0x10"],
    TOCSIN_ROLES: ["cook", ",", "core cook"],
    TOCSIN_DATABASE_URL: ["mysql://x", "/var/db", "postgres"],
    TOCSIN_AMQP_URL: ["http://x", "rabbit"],
    TOCSIN_JWKS_URL: ["file:///etc/passwd", "identity"],
    TOCSIN_JWT_SECRET: [
      "short",
      "thirty-one-bytes-4DkGyA2iMq9cXw",
      "changeme".repeat(6),
      "a-secret-in-plain-words-that-is-long-enough",
    ],
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
    TOCSIN_OUTBOUND_HOSTS: ["host@", "@shop", "host@a b", "a@b@shop", "http://host"],
    TOCSIN_EVENT_RETENTION_DAYS: ["0", "3651"],
    TOCSIN_ARCHIVE_MAX_BYTES: ["1", "-5", "1GB"],
    TOCSIN_DISK_FREE_BYTES_MIN: ["1", "5%"],
  };
  for (const [name, values] of Object.entries(bad)) {
    it(`are refused where ${name} is ${values.map((value) => JSON.stringify(value).slice(0, 20)).join(", ")}`, () => {
      for (const value of values) refuses(name, { [name]: value });
    });
  }

  it("are refused with the value and its place in a file", () => {
    refuses('TOCSIN_ROLES[1] must be one of ingest, core, worker; it is "cook".', { TOCSIN_ROLES: "core,cook" });
    refuses("settings.yaml:2:1: corePort must be a whole number from 0 to 65535", {}, "roles: core\ncorePort: x\n");
    refuses("settings.yaml:2:1: prot is not a setting", {}, "roles: core\nprot: 1\n");
    refuses("settings.yaml:1:1: the file: roles must be one value or a list", {}, "roles: {core: true}\n");
  });

  it("say no secret in a refusal", () => {
    for (const name of ["TOCSIN_JWT_SECRET", "TOCSIN_SECRET_KEY", "TOCSIN_DATABASE_URL", "TOCSIN_SMTP_URL"]) {
      expect(() => read({ [name]: "hush" }), name).to.throw(ConfigError, /^(?!.*hush)/);
    }
    expect(() => read({ TOCSIN_INGEST_API_KEY: "hush@a b" })).to.throw(ConfigError, /^(?!.*hush)/);
  });

  it("make a secret of their own, once, that only its owner reads; given by another start, it is kept", () => {
    const first = read();
    const path = join(folder, "jwt-secret");
    expect(first.firstStart).to.equal(true);
    expect(Buffer.from(first.jwtSecret, "base64url")).to.have.lengthOf(48);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    const second = read();
    expect([second.jwtSecret, second.firstStart]).to.deep.equal([first.jwtSecret, false]);
    expect(read({ TOCSIN_JWT_SECRET: SECRET }).jwtSecret).to.equal(SECRET);
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
        return "";
      }
    })();
    expect(taken.length).to.satisfy((length: number) => length === 0 || length >= 32);
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
    for (const args of [["--help"], ["help"], ["help", "backup"]]) {
      expect(readCommand(args)).to.have.property("text").that.contains("tocsind token");
    }
    expect(readCommand(["--version"]))
      .to.have.property("text")
      .that.matches(/^tocsind \d+\.\d+\.\d+\n$/);
  });

  it("refuses an empty name of a folder, which would mean the current one", () => {
    for (const name of ["backup", "restore", "check"]) {
      expect(() => readCommand([name, ""]), name).to.throw(ConfigError, `name is empty. Name one: tocsind ${name} DIR`);
    }
  });

  it("refuses what it doesn't know in one line", () => {
    for (const args of [["start"], ["token", "x"], ["--nope"], ["--config"], ["-x"]]) {
      expect(() => readCommand(args), args.join(" ")).to.throw(ConfigError, /^[^\n]+$/);
    }
  });
});
