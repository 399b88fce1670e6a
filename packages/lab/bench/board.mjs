// The board on a terminal with 10,000 incidents: how soon it is painted, how soon a key is, and what it takes when idle.
//   node packages/lab/bench/board.mjs [--rounds 5] [--incidents 10000]
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { numberOf } from "../../../scripts/number-option.mjs";
import { atExit } from "./at-exit.mjs";
import { ORGANIZATION } from "./incident-samples.mjs";
import { cpuMsOf, startDaemon } from "./processes.mjs";
import { at, inOrder } from "./timing.mjs";
import { tokenFor } from "./token.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const IDLE_MS = 10_000;
const KEYS = 200;
const permissions = ["incidents:view", "incidents:manage", "remediation:view"];

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The command line on a pseudo terminal of 120 x 40 cells, as `script` makes one. */
function openTerminal(folder, env) {
  const pidFile = join(folder, "pid");
  rmSync(pidFile, { force: true });
  const command = `stty cols 120 rows 40; echo $$ > ${pidFile}; exec ${process.execPath} packages/cli/bin/tocsin.js board`;
  const began = performance.now();
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    cwd: root,
    env: { ...process.env, TERM: "xterm-256color", XDG_CONFIG_HOME: folder, CI: "false", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const kill = atExit(() => child.kill());
  let text = "";
  let listener = () => {};
  child.stdout.on("data", (chunk) => {
    text += chunk;
    listener();
  });
  /** Milliseconds until what is written from now on passes the test. */
  const until = (passes, since = performance.now()) => {
    const from = text.length;
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`It was not painted: ${JSON.stringify(text.slice(-2_000))}`)),
        20_000,
      );
      listener = () => {
        if (!passes(text.slice(from))) return;
        clearTimeout(late);
        listener = () => {};
        resolve(performance.now() - since);
      };
      listener();
    });
  };
  return {
    child,
    until,
    painted: () => until((written) => written.includes("Error rate"), began),
    async quiet(ms) {
      for (let before = -1; before !== text.length; ) {
        before = text.length;
        await rest(ms);
      }
    },
    press: (key) => {
      const seen = until((written) => written.length > 0);
      child.stdin.write(key);
      return seen;
    },
    cpuMs: () => cpuMsOf(readFileSync(pidFile, "utf8").trim()),
    kill,
    async close() {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.stdin.write("q");
      await closed;
    },
  };
}

async function measureOnce(folder, env) {
  // A checkout reads its commands anew after a change of any of them; that is no part of what is measured.
  execFileSync(process.execPath, ["packages/cli/bin/tocsin.js", "--version"], { cwd: root });
  const terminal = openTerminal(folder, env);
  try {
    return await measureOn(terminal);
  } catch (error) {
    terminal.kill();
    throw error;
  }
}

async function measureOn(terminal) {
  const firstPaint = await terminal.painted();
  // All pages have come once nothing is painted any more; what is painted before would be taken for what a key paints.
  await terminal.quiet(1_500);
  const keys = [];
  for (let n = 0; n < KEYS; n += 1) {
    keys.push(await terminal.press(n % 20 === 19 ? "\u0004" : "j"));
    // Long enough for the whole frame, and for the pane beside it now and then.
    await rest(n % 10 === 0 ? 250 : 40);
  }
  await rest(500);
  const before = terminal.cpuMs();
  await rest(IDLE_MS);
  const idle = (terminal.cpuMs() - before) / IDLE_MS;
  await terminal.close();
  return { firstPaint, keys, idle };
}

/** Prints the figures by `report(name, text)`. */
export async function measureBoard({ rounds = 3, incidents = 10_000, report }) {
  if (!existsSync("/usr/bin/script"))
    return report("board", "not measured: `script` makes the terminal, and is missing");
  const folder = mkdtempSync(join(tmpdir(), "tocsin-bench-board-"));
  const remove = atExit(() => rmSync(folder, { recursive: true, force: true }));
  const seed = [
    "packages/lab/bench/seed-incidents.mjs",
    "--into",
    folder,
    "--incidents",
    String(incidents),
    "--active",
  ];
  let daemon;
  try {
    execFileSync(process.execPath, seed, { cwd: root });
    daemon = await startDaemon("core", { TOCSIN_DATA_DIR: folder });
    const env = { TOCSIN_URL: daemon.core, TOCSIN_TOKEN: tokenFor(daemon.secret, ORGANIZATION, permissions) };
    const runs = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await measureOnce(folder, env));
    const paints = inOrder(runs.map(({ firstPaint }) => firstPaint));
    const keys = inOrder(runs.flatMap((run) => run.keys));
    const idle = inOrder(runs.map((run) => run.idle));
    report("board, first paint", `median ${Math.round(at(paints, 0.5))} ms, of ${rounds} (${incidents} incidents)`);
    report("board, key to paint", `p50 ${at(keys, 0.5).toFixed(1)} ms, p95 ${at(keys, 0.95).toFixed(1)} ms`);
    report("board, idle", `${(at(idle, 0.5) * 100).toFixed(1)} % of a processor`);
  } finally {
    await daemon?.stop();
    remove();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { rounds: { type: "string", default: "3" }, incidents: { type: "string", default: "10000" } },
  });
  await measureBoard({
    rounds: numberOf("rounds", values.rounds, { isWhole: true }),
    incidents: numberOf("incidents", values.incidents, { isWhole: true }),
    report: (name, text) => console.log(`${name.padEnd(24)} ${text}`),
  });
}
