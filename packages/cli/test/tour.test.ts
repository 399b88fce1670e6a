import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { daemonWords, type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { cleanEnv, root } from "./run.ts";

/** The shell blocks of a page, except those that the test runs itself. */
function blocksOf(page: string): string[] {
  const markdown = readFileSync(path.join(root, page), "utf8");
  return [...markdown.matchAll(/(<!-- started by the test -->\n)?```sh\n([\s\S]*?)```/g)].flatMap(
    ([, isLeftOut, block = ""]) => (isLeftOut ? [] : [block]),
  );
}

describe("the tour", function () {
  this.timeout(180_000);
  let daemon: RealDaemon;
  before(async () => {
    daemon = await startRealDaemon();
  });
  after(() => daemon.stop());

  it("runs from the login to the postmortem", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "tocsin-tour-"));
    const cli = [process.execPath, path.join(root, "packages/cli/bin/tocsin.js")].join(" ");
    const script = blocksOf("docs/tour.md")
      .join("")
      .replaceAll("http://127.0.0.1:7071", daemon.ingest)
      .replaceAll("npx tocsind", [process.execPath, ...daemonWords].join(" "))
      .replaceAll("npx tocsin", cli);
    const env = cleanEnv({
      TOCSIN_URL: daemon.core,
      TOCSIN_INGEST_URL: daemon.ingest,
      TOCSIN_DATA_DIR: daemon.dataDir,
      XDG_CONFIG_HOME: folder,
    });
    const bash = spawn("bash", ["-euo", "pipefail", "-c", script], { cwd: folder, env });
    const [out, stderr, code] = await Promise.all([
      text(bash.stdout),
      text(bash.stderr),
      new Promise((resolve) => bash.on("close", resolve)),
    ]);
    expect(code, `${out}\n${stderr}`).to.equal(0);
    for (const said of ["Logged in to", "out of memory", "SIMULATED", "RESOLVED", "free to deploy"])
      expect(out, stderr).to.contain(said);
    expect(readFileSync(path.join(folder, "postmortem.md"), "utf8")).to.contain("# ");
    expect(readFileSync(path.join(folder, "incidents.csv"), "utf8")).to.match(/^id,/);
  });
});
