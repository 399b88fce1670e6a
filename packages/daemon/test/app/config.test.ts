import { expect } from "chai";
import { readConfig } from "../../src/app/config/config.ts";
import { ConfigError } from "../../src/app/config/config-error.ts";
import { settings } from "../../src/app/config/settings.ts";
import { settingsReading } from "./settings-reading.ts";

describe("the settings", () => {
  const world = settingsReading();

  it("have the defaults of the decisions where nothing is set", () => {
    expect(world.read()).to.deep.include({
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
    const config = world.read({ TOCSIN_CORE_PORT: "4321", TOCSIN_INGEST_PORT: "" }, file);
    expect(config).to.include({ corePort: 4321, ingestPort: 2345, autoDiagnose: true });
    expect(config.roles).to.deep.equal(["core", "ingest"]);
    expect(config.ingestApiKey).to.deep.equal([
      { key: "a", organizationId: undefined },
      { key: "b", organizationId: "shop" },
    ]);
    expect(world.read({}, "").corePort).to.equal(7070);
  });

  it("are refused by their name where unknown, in the environment or in the file, also names of every object", () => {
    world.refuses("TOCSIN_PROT", { TOCSIN_PROT: "1" });
    world.refuses("tocsin_core_port", {}, "tocsin_core_port: 1");
    for (const name of ["toString", "__proto__", "constructor"]) world.refuses(name, {}, `${name}: 1`);
    expect(world.read({ TOCSIN_TEST_SEED: "1", TOCSIN_TOKEN: "x", TOCSIN_URL: "http://x" }).corePort).to.equal(7070);
  });

  it("take an address to listen on with and without brackets, and refuse one with a port", () => {
    for (const host of ["[::1]", "::1"]) {
      const config = world.read({ TOCSIN_INGEST_HOST: host, TOCSIN_CORE_HOST: host });
      expect(config).to.include({ ingestHost: "::1", coreHost: "::1" });
    }
    expect(world.read({ TOCSIN_CORE_HOST: "tocsin.internal" }).coreHost).to.equal("tocsin.internal");
    for (const host of ["127.0.0.1:7071", "[::1]:7071", "[localhost]", "http://localhost", "a b"]) {
      world.refuses("TOCSIN_INGEST_HOST", { TOCSIN_INGEST_HOST: host });
      world.refuses("TOCSIN_CORE_HOST", { TOCSIN_CORE_HOST: host });
    }
  });

  it("are refused where there is a mail server and no sender", () => {
    world.refuses("from 67108864 to 1125899906842623, or 0", { TOCSIN_ARCHIVE_MAX_BYTES: "1" });
    world.refuses("TOCSIN_MAIL_FROM", { TOCSIN_SMTP_URL: "smtp://mail.example" });
    const sender = "Tocsin <ops@shop.example>";
    expect(world.read({ TOCSIN_SMTP_URL: "smtp://mail.example", TOCSIN_MAIL_FROM: sender }).mailFrom).to.equal(sender);
  });

  it("take the keys of an identity provider over http from loopback alone, and with issuer and audience", () => {
    const named = { TOCSIN_JWT_ISSUER: "https://id.example/", TOCSIN_JWT_AUDIENCE: "tocsin" };
    for (const host of ["id.example", "10.0.0.7", "localhost.example", "127.0.0.1.example", "[fe80::1]", "0.0.0.0"]) {
      world.refuses("TOCSIN_JWKS_URL must begin https://", { ...named, TOCSIN_JWKS_URL: `http://${host}/keys` });
    }
    const taken = [
      "http://127.0.0.1:9/k",
      "http://127.8.0.1/k",
      "http://[::1]/k",
      "http://localhost/k",
      "https://id.example/k",
    ];
    for (const url of taken) expect(world.read({ ...named, TOCSIN_JWKS_URL: url }).jwksUrl).to.equal(url);
    for (const name of ["TOCSIN_JWT_ISSUER", "TOCSIN_JWT_AUDIENCE"]) {
      world.refuses(`${name} is not`, { ...named, TOCSIN_JWKS_URL: "https://id.example/k", [name]: "" });
    }
  });

  it("are refused where the file is none, is no YAML, or holds no names", () => {
    expect(() => readConfig({ TOCSIN_DATA_DIR: world.folder }, "/no/where.yaml")).to.throw(ConfigError, /where\.yaml/);
    for (const file of ["- a\n- b", "just text", "a: [", "\t- x: 1"]) world.refuses("settings.yaml", {}, file);
  });

  it("bind hosts of notifications to organizations", () => {
    const { outboundHosts } = world.read({
      TOCSIN_OUTBOUND_HOSTS: "Hooks.internal:8443@shop, *.example.com, [fd00::1]:80@b.c",
    });
    expect(outboundHosts).to.deep.equal([
      { name: "hooks.internal:8443", organizationId: "shop" },
      { name: "*.example.com", organizationId: undefined },
      { name: "[fd00::1]:80", organizationId: "b.c" },
    ]);
  });
  for (const [name, values] of Object.entries(world.bad)) {
    it(`are refused where ${name} is ${values.map((value) => JSON.stringify(value).slice(0, 20)).join(", ")}`, () => {
      for (const value of values) world.refuses(name, { [name]: value });
    });
  }

  it("are refused with the value and its place in a file", () => {
    world.refuses('TOCSIN_ROLES[1] must be one of ingest, core, worker; it is "cook".', { TOCSIN_ROLES: "core,cook" });
    world.refuses(
      "settings.yaml:2:1: corePort must be a whole number from 0 to 65535",
      {},
      "roles: core\ncorePort: x\n",
    );
    world.refuses("settings.yaml:2:1: prot is not a setting", {}, "roles: core\nprot: 1\n");
    world.refuses("settings.yaml:1:1: the file: roles must be one value or a list", {}, "roles: {core: true}\n");
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
