import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect } from "chai";
import { cleanEnv, root, tocsin } from "./run.ts";

const run = promisify(execFile);
const modules = path.join(root, "node_modules");

/** What somebody has who cloned the repository and ran npm install: sources, and nothing compiled. */
function freshCheckout(parts: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tocsin-checkout-"));
  for (const name of ["cli", "sdk"])
    for (const part of parts) {
      const from = path.join(root, "packages", name, part);
      if (existsSync(from)) cpSync(from, path.join(folder, "packages", name, part), { recursive: true });
    }
  mkdirSync(path.join(folder, "node_modules/@tocsin"), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== "@tocsin") symlinkSync(path.join(modules, name), path.join(folder, "node_modules", name));
  for (const name of ["cli", "sdk"])
    symlinkSync(path.join(folder, "packages", name), path.join(folder, "node_modules/@tocsin", name));
  return folder;
}

describe("a checkout", function () {
  // Many processes, and machines with much else to do.
  this.timeout(60_000);

  it("runs the command line without compiling anything", async () => {
    const folder = freshCheckout(["bin", "src", "package.json"]);
    const bin = path.join(folder, "packages/cli/bin/tocsin.js");
    const env = cleanEnv({ TOCSIN_INGEST_URL: "http://127.0.0.1:9" });
    expect((await run(process.execPath, [bin, "incidents", "--help"], { env })).stdout).to.contain("List incidents.");
    // It loads the SDK, and gets as far as the network.
    const failure = await run(process.execPath, [bin, "api", "--ingest", "/health/live"], { env }).catch(
      (error) => error,
    );
    expect(failure.stderr).to.contain("http://127.0.0.1:9");
    const view = `
      import { runFromSource } from "${folder}/packages/cli/bin/from-source.js";
      runFromSource();
      console.log(typeof (await import("${folder}/packages/cli/src/render.tsx")).renderTail);`;
    expect((await run(process.execPath, ["--input-type=module", "-e", view], { env })).stdout).to.equal("function\n");
  });

  it("with missing parts prints an error without a stack", async () => {
    const folder = freshCheckout(["bin", "package.json"]);
    const env = cleanEnv();
    const failure = await run(process.execPath, [path.join(folder, "packages/cli/bin/tocsin.js")], { env }).catch(
      (error) => error,
    );
    expect(failure.code).to.equal(1);
    expect(failure.stderr)
      .to.match(/^tocsin cannot be loaded: /)
      .and.contain("npm install")
      .and.not.match(/\n\s+at /);
  });

  it("uses the name by which it was called in help and hints", async () => {
    for (const [event, cli, daemon] of [
      ["npx", "npx tocsin", "npx tocsind"],
      ["tocsin", "npx tocsin", "npx tocsind"],
      ["deploy", "tocsin", "tocsind"],
    ] as const) {
      const env = { npm_lifecycle_event: event };
      const [help, hint] = await Promise.all([tocsin(["login", "--help"], { env }), tocsin(["incidents"], { env })]);
      expect(help.stdout).to.contain(`$ ${cli} login`).and.contain(`$ ${daemon} token --organization`);
      expect(hint.stderr).to.contain(` ${daemon} token`).and.contain(`| ${cli} login`);
    }
  });

  it("has its commands and flags completed by Bash as the README says", async () => {
    const env = cleanEnv({ PATH: `${modules}/.bin:${process.env["PATH"]}` });
    const typed = [
      'eval "$(tocsin completion bash)"\n',
      "tocsin incident sho\t--help\n",
      "tocsin incidents --sor\tseverity --help\n",
      "exit\n",
    ];
    const bash = spawn("script", ["--quiet", "--command", "bash --norc --noprofile -i", "/dev/null"], {
      cwd: root,
      env,
    });
    bash.stdin.end(typed.join(""));
    const screen = await text(bash.stdout);
    expect(screen).to.contain("tocsin incident show --help").and.contain("Show one incident");
    expect(screen).to.contain("tocsin incidents --sort severity --help").and.contain("List incidents.");
  });

  it("keeps temporary files of its tests in a folder that is deleted after them", async () => {
    expect(path.basename(tmpdir())).to.match(/^tocsin-run-/);
    const leaving = `
      const { mkdtempSync } = await import("node:fs");
      const { tmpdir } = await import("node:os");
      console.log(mkdtempSync(tmpdir() + "/left-"));`;
    const before = path.join(root, "scripts/temporary-folder.mjs");
    const { stdout } = await run(process.execPath, ["--import", before, "--input-type=module", "-e", leaving]);
    expect(stdout).to.contain("/left-");
    expect(existsSync(stdout.trim())).to.equal(false);
    expect(existsSync(path.dirname(stdout.trim()))).to.equal(false);
  });
});
