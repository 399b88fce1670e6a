// Every row of the fault table in docs/guarantees.md, with figures: npm run test:faults. It takes half an hour, needs
// RabbitMQ and PostgreSQL on the machine, and starts servers of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const WITHIN_MS_MAX = 30 * 60_000;
const CLUSTER = "faults/cluster.test.ts";
/** Files that are run more thoroughly than `npm test` does. */
const RUNS = [
  {
    file: CLUSTER,
    name: "100 SIGKILLs of random processes",
    env: { TOCSIN_TEST_FAULTS: "100", TOCSIN_TEST_FAULT_KINDS: "kill" },
  },
  { file: CLUSTER, name: "40 faults of all kinds", env: { TOCSIN_TEST_FAULTS: "40", TOCSIN_TEST_SEED: "18" } },
  { file: "crash/backup.test.ts", name: "20 backups under load", env: { TOCSIN_TEST_BACKUPS: "20" } },
  { file: "crash/power-cut.test.ts", name: "40 power cuts", env: { TOCSIN_TEST_POWER_CUTS: "40" } },
  { file: "store/damaged-files.test.ts", name: "60 damages a file", env: { TOCSIN_TEST_DAMAGES: "60" } },
];

const table = /\n## Faults\n([\s\S]*?)\n## /.exec(readFileSync(join(root, "docs/guarantees.md"), "utf8"))?.[1] ?? "";
const named = new Set([...table.matchAll(/`([\w-]+\/[\w-]+\.test\.ts)`/g)].map(([, file]) => file));
const others = [...named].filter((file) => RUNS.every((each) => each.file !== file));
const runs = [...RUNS, ...others.map((file) => ({ file, name: file, env: {} }))];

const began = performance.now();
const outcomes = [];
for (const { file, name, env } of runs) {
  const from = performance.now();
  console.log(`\n${name}`);
  const { code, output } = await run("node", ["scripts/test.mjs", `packages/daemon/test/${file}`], {
    env,
    withinMs: WITHIN_MS_MAX,
  });
  const figures = [...output.matchAll(/^\s+(\{.*\}.*|\d+ .*\b0 lost\b.*)$/gm)].map(([, line]) => line).join(" ");
  const seconds = Math.round((performance.now() - from) / 1000);
  outcomes.push({ name, isGood: code === 0, seconds, figures, pending: /^\s+\d+ pending$/m.test(output) });
}

console.log(`\n${"row".padEnd(46)} outcome   seconds  figures`);
for (const { name, isGood, pending, seconds, figures } of outcomes) {
  const outcome = !isGood ? "FAILED" : pending ? "partly" : "holds";
  console.log(`${name.padEnd(46)} ${outcome.padEnd(8)} ${String(seconds).padStart(8)}  ${figures}`);
}
const failed = outcomes.filter(({ isGood }) => !isGood).length;
console.log(
  `\n${outcomes.length - failed} rows hold, ${failed} failed, ${Math.round((performance.now() - began) / 60_000)} minutes`,
);
process.exitCode = failed > 0 ? 1 : 0;
