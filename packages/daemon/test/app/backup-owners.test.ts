import { chmodSync, chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { foreignAdvice } from "../../src/app/config/file-access.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { runCommand, spawnDaemon, untilReady } from "../support/process.ts";
import { backupDisks } from "./backup-disks.ts";

describe("tocsind backup and tocsind restore run by root", function () {
  this.timeout(60_000);
  const world = backupDisks();

  describe("run by root on the directory of another user", () => {
    const USER = 12345;
    const AS_USER = ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups"];
    let dataDir = "";
    beforeEach(async function () {
      if (process.getuid?.() !== 0) this.skip();
      dataDir = temporaryFolder();
      chownSync(dataDir, USER, USER);
      const { code, stdout, stderr } = await runCommand(dataDir, {}, ["restore", world.backup]);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.not.include("chown");
    });
    afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

    const foreign = (): string[] =>
      readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(
        (name) => statSync(join(dataDir, name)).uid !== USER,
      );

    it("gives what a restore and a repair make to that user, with the mode of the file that is replaced", async () => {
      expect(foreign()).to.deep.equal([]);
      const [segment = ""] = readdirSync(join(dataDir, "events")).filter((name) => name.endsWith(".db"));
      for (const name of ["tocsin.db", `events/${segment}`]) {
        const path = join(dataDir, name);
        const content = readFileSync(path);
        content.fill(0xa5, 3 * 4096, 3 * 4096 + 64);
        writeFileSync(path, content);
        chmodSync(path, 0o640);
      }
      const { stdout, stderr } = await runCommand(dataDir, {}, ["check", "--repair"]);
      expect(stdout, stderr)
        .to.match(/tocsin\.db was/)
        .and.match(/events\/.+ was/)
        .and.not.include("chown");
      expect(foreign()).to.deep.equal([]);
      expect(statSync(join(dataDir, "tocsin.db")).mode & 0o777).to.equal(0o640);
      rmSync(join(dataDir, "queue.db"));
      const acknowledged = await runCommand(dataDir, {}, ["check", "--acknowledge"]);
      expect(acknowledged.stdout).to.include("queue.db was missing");
      const replaced = await runCommand(dataDir, {}, ["restore", world.backup, "--replace"]);
      expect(replaced.code, replaced.stderr).to.equal(0);
      expect(foreign()).to.deep.equal([]);
      const daemon = spawnDaemon(dataDir, {}, { wrapper: AS_USER });
      await untilReady(daemon);
      expect(await daemon.end("SIGTERM")).to.equal(0);
    });

    it("says how to give away a file where it may not, which is what the start says too", async () => {
      expect(foreignAdvice(dataDir, [join(dataDir, "tocsin.db")])).to.equal(undefined);
      const [segment = ""] = readdirSync(join(dataDir, "events")).filter((name) => name.endsWith(".db"));
      for (const name of ["tocsin.db", "lock.db", "secret-key", `events/${segment}`]) {
        const path = join(dataDir, name);
        chownSync(path, 0, 0);
        expect(foreignAdvice(dataDir, [path])).to.include(`chown -R ${USER}:${USER} '${dataDir}'`);
        const daemon = spawnDaemon(dataDir, {}, { wrapper: AS_USER });
        expect(await daemon.exited, daemon.output()).to.equal(2);
        expect(daemon.output())
          .to.match(/^tocsind: [^\n]+\n$/)
          .and.include(`${path} can't be opened`);
        expect(daemon.output()).to.include(`chown -R ${USER}:${USER} '${dataDir}'`);
        chownSync(path, USER, USER);
      }
    });
  });
});
