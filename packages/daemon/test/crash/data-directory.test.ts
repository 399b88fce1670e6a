import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { runDaemon, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Of the folder and all that lies in it, what somebody else than its owner may touch. */
const openIn = (folder: string): string[] =>
  [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))].filter(
    (path) => (statSync(path).mode & 0o077) !== 0,
  );

describe("the data directory", function () {
  this.timeout(30_000);
  let parent = "";
  let dataDir = "";
  let umask = 0;
  beforeEach(() => {
    parent = temporaryFolder();
    dataDir = join(parent, "data");
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(parent, { recursive: true, force: true });
  });

  /** Everything that a running daemon writes, with an event in each of its files. */
  async function withEvents(settings: Readonly<Record<string, string>> = {}) {
    const daemon = await startDaemonProcess(dataDir, { TOCSIN_JWT_SECRET: "", ...settings });
    const body = { service: "shop", level: "fatal", message: "out of memory" };
    expect((await request(`${daemon.ingest}/events/logs`, { method: "POST", body })).status).to.equal(202);
    return daemon;
  }

  it("is its owner's alone with all that is in it, under a umask that hides nothing", async () => {
    const daemon = await withEvents();
    const names = readdirSync(dataDir);
    expect(names).to.include.members(["tocsin.db", "tocsin.db-wal", "events.db", "queue.db", "jwt-secret"]);
    expect(openIn(dataDir)).to.deep.equal([]);
    await daemon.end("SIGKILL");
    expect(openIn(dataDir), "what a kill leaves").to.deep.equal([]);
  });

  it("is closed again where an older version, or a backup that was put back, left it open", async () => {
    await (await withEvents()).end("SIGKILL");
    const outputs = join(dataDir, "probe-output", "ab");
    mkdirSync(outputs, { recursive: true });
    writeFileSync(join(outputs, "ab".repeat(32)), "pod log");
    for (const name of readdirSync(dataDir, { recursive: true }).map(String)) {
      const path = join(dataDir, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(dataDir, 0o755);
    const daemon = await withEvents();
    expect(openIn(dataDir)).to.deep.equal([]);
    expect(daemon.output()).to.include("closed to other users");
    await daemon.end("SIGTERM");
  });

  it("that also holds other things keeps its mode, and the start warns with the command that closes it", async () => {
    mkdirSync(join(dataDir, "other"), { recursive: true });
    const elsewhere = join(parent, "elsewhere");
    writeFileSync(elsewhere, "not in the data directory");
    symlinkSync(elsewhere, join(dataDir, "other-link"));
    chmodSync(dataDir, 0o755);
    const daemon = await withEvents();
    expect([modeOf(dataDir), modeOf(elsewhere), modeOf(join(dataDir, "tocsin.db"))]).to.deep.equal([
      "755",
      "666",
      "600",
    ]);
    expect(daemon.output()).to.include(`chmod 700 '${dataDir}'`).and.include('"other');
    await daemon.end("SIGTERM");
  });

  for (const name of ["tocsind.pid", "secret-key", "jwt-secret", "probe-output", "tocsin.db", "lock.db"]) {
    it(`refuses to start where somebody planted a link for ${name}, and touches nothing behind it`, () => {
      mkdirSync(dataDir);
      const elsewhere = join(parent, "elsewhere");
      writeFileSync(elsewhere, "a file of the victim");
      symlinkSync(elsewhere, join(dataDir, name));
      const { code, stderr } = runDaemon(dataDir, { TOCSIN_JWT_SECRET: "" });
      expect(code, stderr).to.equal(2);
      expect(stderr)
        .to.include(`${join(dataDir, name)} is a symbolic link`)
        .and.include("remove it");
      expect([readFileSync(elsewhere, "utf8"), modeOf(elsewhere)]).to.deep.equal(["a file of the victim", "666"]);
      expect(readdirSync(dataDir), "nothing was made").to.deep.equal([name]);
    });
  }

  it("refuses to start where a link lies among the outputs of diagnostic tools, or a socket stands for the pid", async () => {
    mkdirSync(join(dataDir, "probe-output"), { recursive: true });
    symlinkSync(parent, join(dataDir, "probe-output", "ab"));
    expect(runDaemon(dataDir, {}).stderr).to.include("is a symbolic link");
    rmSync(join(dataDir, "probe-output"), { recursive: true });
    const socket = createServer().listen(join(dataDir, "tocsind.pid"));
    await once(socket, "listening");
    expect(runDaemon(dataDir, {}).stderr).to.include("tocsind.pid is no regular file");
    socket.close();
  });

  for (const [why, settings] of Object.entries({
    "a weak secret": { TOCSIN_JWT_SECRET: "short" },
    "open ingestion": { TOCSIN_INGEST_HOST: "0.0.0.0", TOCSIN_JWT_SECRET: "" },
    "an unknown setting": { TOCSIN_PROT: "1" },
  })) {
    it(`is closed to other users by a start that is refused for ${why}`, () => {
      mkdirSync(join(dataDir, "probe-output"), { recursive: true });
      for (const name of ["tocsin.db", "probe-output/output"]) writeFileSync(join(dataDir, name), "");
      writeFileSync(join(dataDir, "secret-key"), "Qx8-7nVw2mKfT4cRz9LhJ6sBd3PyG5aEuN0tWiYo1XvCqMkZ\n");
      chmodSync(dataDir, 0o755);
      expect(openIn(dataDir)).to.have.lengthOf(5);
      expect(runDaemon(dataDir, settings).code).to.equal(2);
      expect(openIn(dataDir)).to.deep.equal([]);
    });
  }
});
