import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runDaemon, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";

const versionOf = (node: string): string =>
  existsSync(node) ? spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim() : "none";
const olderThan2219 = (version: string): boolean => {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  return version !== "none" && (major < 22 || (major === 22 && minor < 19));
};
const oldNode = ["/usr/bin/node", "/usr/local/bin/node", "/usr/bin/nodejs"].find((node) =>
  olderThan2219(versionOf(node)),
);

describe("the start of the daemon", function () {
  this.timeout(30_000);
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Ended with one line that says why, and no stack. */
  function endsWith(code: number, outcome: Outcome, ...says: string[]): void {
    expect(outcome.code, outcome.stderr).to.equal(code);
    expect(outcome.stderr.trimEnd().split("\n"), outcome.stderr).to.have.lengthOf(1);
    for (const part of says) expect(outcome.stderr).to.contain(part);
    expect(outcome.stdout).to.not.match(/\n\s+at /);
  }

  it("on a data directory in use is refused in one line with the pid of who uses it, who goes on", async () => {
    const first = await startDaemonProcess(dataDir);
    endsWith(2, runDaemon(dataDir, {}), dataDir, ` ${first.pid}`);
    expect((await request(`${first.core}/health/ready`)).status).to.equal(200);
    expect(readFileSync(join(dataDir, "tocsind.pid"), "utf8").trim()).to.equal(String(first.pid));
    await first.end("SIGKILL");
    const second = await startDaemonProcess(dataDir);
    expect(await second.end("SIGTERM"), "the lock goes with a killed process").to.equal(0);
  });

  it("with an ingestion that is open to other machines is refused in one line with the two ways out", () => {
    const outcome = runDaemon(dataDir, { TOCSIN_INGEST_HOST: "0.0.0.0" });
    endsWith(2, outcome, "0.0.0.0", "TOCSIN_INGEST_API_KEY", "TOCSIN_INGEST_OPEN=true");
  });

  it("by a second signal while stopping ends at once", async () => {
    const daemon = await startDaemonProcess(dataDir);
    process.kill(daemon.pid, "SIGTERM");
    process.kill(daemon.pid, "SIGINT");
    expect(await daemon.exited).to.be.oneOf([0, 1]);
  });

  (oldNode ? it : it.skip)(
    oldNode
      ? `with ${versionOf(oldNode)} is refused in one line that names the version it needs`
      : "with an old Node is refused (pending: no Node older than 22.19 is installed here)",
    () => {
      endsWith(1, runDaemon(dataDir, {}, { node: oldNode as string }), "22.19", versionOf(oldNode as string));
      endsWith(1, runDaemon(dataDir, {}, { node: oldNode as string, args: ["--version"] }), "22.19");
    },
  );

  const bad: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    TOCSIN_NO_SUCH: { TOCSIN_NO_SUCH: "1" },
    TOCSIN_CORE_PORT: { TOCSIN_CORE_PORT: "70000" },
    TOCSIN_INGEST_PORT: { TOCSIN_INGEST_PORT: "-1" },
    TOCSIN_LOG_LEVEL: { TOCSIN_LOG_LEVEL: "loud" },
    TOCSIN_ROLES: { TOCSIN_ROLES: "core,cook" },
    TOCSIN_DATABASE_URL: { TOCSIN_DATABASE_URL: "mysql://x" },
    TOCSIN_QUEUE_BYTES_MAX: { TOCSIN_QUEUE_BYTES_MAX: "1e9" },
    TOCSIN_DETECTION_FILE: { TOCSIN_DETECTION_FILE: "/no/such/file.yaml" },
  };
  for (const [name, settings] of Object.entries(bad)) {
    it(`with ${name}=${settings[name]} is refused in one line that names it`, () => {
      endsWith(2, runDaemon(dataDir, settings), name);
    });
  }

  for (const [setting, host] of [
    ["TOCSIN_CORE_PORT", "127.0.0.1"],
    ["TOCSIN_INGEST_PORT", "127.0.0.1"],
  ] as const) {
    it(`where the port of ${setting} is in use is refused in one line`, async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, host, resolve));
      const { port } = other.address() as { port: number };
      const outcome = runDaemon(dataDir, { [setting]: String(port) });
      other.close();
      endsWith(2, outcome, `${host}:${port}`, setting);
    });
  }

  it("where the data directory can't be made is refused in one line", () => {
    writeFileSync(join(dataDir, "file"), "");
    endsWith(2, runDaemon(join(dataDir, "file", "data"), {}), join(dataDir, "file", "data"));
  });

  it("where the database is no database is refused in one line, with the finding below it", () => {
    mkdirSync(join(dataDir, "data"));
    writeFileSync(join(dataDir, "data", "tocsin.db"), "this is no database at all, only text\n".repeat(200));
    const outcome = runDaemon(join(dataDir, "data"), {});
    expect(outcome.code).to.equal(2);
    expect(outcome.stderr).to.match(
      /^tocsind: .+tocsin\.db is damaged\. .+\n {2}tocsin\.db: .+ no header of a SQLite file\n$/,
    );
  });

  it("makes a secret of its own, readable for its owner alone, and keeps it", async () => {
    const settings = { TOCSIN_JWT_SECRET: "" };
    const first = await startDaemonProcess(dataDir, settings);
    const path = join(dataDir, "jwt-secret");
    const secret = readFileSync(path, "utf8");
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    const { stdout } = runDaemon(dataDir, settings, { args: ["token", "--organization", "shop", "--subject", "ada"] });
    expect((await request(`${first.core}/incidents`, { token: stdout.trim() })).status).to.equal(200);
    expect(first.output()).to.not.contain(secret.trim());
    await first.end("SIGTERM");
    const second = await startDaemonProcess(dataDir, settings);
    expect((await request(`${second.core}/incidents`, { token: stdout.trim() })).status, "after a restart").to.equal(
      200,
    );
    await second.end("SIGTERM");
  });

  it("with wrong arguments is refused in one line", () => {
    for (const args of [
      ["--port", "1"],
      ["serve"],
      ["token"],
      ["token", "--organization", "a b", "--subject", "x"],
      ["token", "--organization", "a", "--subject", "x", "--ttl", "soon"],
      ["token", "--organization", "a", "--subject", "x", "--permissions", "root"],
      ["--config", "/no/such.yaml"],
    ]) {
      endsWith(2, runDaemon(dataDir, {}, { args }));
    }
  });
});
