// Measures how long the command line takes to start and to list incidents of a live daemon, as a published package and
// from a checkout, beside a bare `node` and kubectl where it is installed. A part of `npm run bench`; needs hyperfine.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startDaemon } from "./processes.mjs";
import { tokenFor } from "./token.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const ORGANIZATION = "bench";
const INCIDENTS = 50;
const VERSION_MS = 200;
const LIST_MS = 400;
const BARE = "node alone";

const isInstalled = (program) => spawnSync("which", [program]).status === 0;

/** The command line as npm installs it: compiled, with its manifest, without its source. */
function published(folder) {
  execFileSync("tsc", ["-b", "packages/cli"], { cwd: root, stdio: "inherit" });
  const cli = join(folder, "cli");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(root, "packages/cli", part), join(cli, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, [join(cli, "bin/write-manifest.js")], { cwd: cli });
  return join(cli, "bin/tocsin.js");
}

async function seed({ core, secret }) {
  const authorization = `Bearer ${tokenFor(secret, ORGANIZATION, ["incidents:update"])}`;
  for (let n = 0; n < INCIDENTS; n++) {
    const body = JSON.stringify({
      title: `Checkout ${n} fails`,
      description: "Errors",
      severity: "HIGH",
      affectedServices: [`service-${n}`],
    });
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`${core}/incidents`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`POST /incidents: ${response.status} ${await response.text()}`);
  }
}

/** Mean and deviation in milliseconds, by the name of the command. */
function time(commands, env, folder) {
  const file = join(folder, "hyperfine.json");
  const names = commands.flatMap(({ name }) => ["--command-name", name]);
  const options = ["--shell=none", "--warmup=3", "--runs=20", "--export-json", file];
  execFileSync("hyperfine", [...options, ...names, ...commands.map(({ command }) => command)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { results } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(
    results.map(({ command, mean, stddev }) => [command, { mean: mean * 1000, deviation: stddev * 1000 }]),
  );
}

export async function measureCommandLine() {
  if (!isInstalled("hyperfine")) {
    console.log(`${"command line".padEnd(30)} not measured: hyperfine is not installed`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "tocsin-bench-"));
  const daemon = await startDaemon("core");
  try {
    await seed(daemon);
    const [node, source, installed] = [process.execPath, join(root, "packages/cli/bin/tocsin.js"), published(folder)];
    const commands = [
      { name: BARE, command: `${node} -e 0` },
      ...(isInstalled("kubectl") ? [{ name: "kubectl version --client", command: "kubectl version --client" }] : []),
      { name: "tocsin --version", command: `${node} ${installed} --version`, budget: VERSION_MS },
      { name: "tocsin incidents", command: `${node} ${installed} incidents`, budget: LIST_MS },
      { name: "checkout: tocsin --version", command: `${node} ${source} --version`, budget: VERSION_MS },
      { name: "checkout: tocsin incidents", command: `${node} ${source} incidents`, budget: LIST_MS },
    ];
    const env = {
      TOCSIN_URL: daemon.core,
      TOCSIN_TOKEN: tokenFor(daemon.secret, ORGANIZATION, ["incidents:view"]),
      XDG_CONFIG_HOME: folder,
    };
    const times = time(commands, env, folder);
    const bare = times.get(BARE).mean;
    for (const { name, budget } of commands) {
      const { mean, deviation } = times.get(name);
      const bound = budget === undefined ? "" : ` (budget ${budget} ms)`;
      console.log(
        `${name.padEnd(30)} ${Math.round(mean)} ms ± ${Math.round(deviation)}, ${(mean / bare).toFixed(1)} times ${BARE}${bound}`,
      );
    }
  } finally {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await measureCommandLine();
