// All tests, or those that are named: node scripts/test.mjs [PACKAGE | FILE …], such as
// packages/daemon/test/crash/kill.test.ts. The tests of a package are divided into jobs, and TOCSIN_TEST_LANES jobs run
// at the same time. The output of a job is printed when it ends. The last line is `N passed, N failed`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./run.mjs";
import { configurationOf, jobsOf, PACKAGES } from "./test-jobs.mjs";

/** Tests wait more than they compute, but some of them start ten processes. */
const LANES_MAX = 2;

/** Many times what a job takes. A test that leaves something open would otherwise hold the run for ever. */
const WITHIN_MS_MAX = 30 * 60_000;

/** Each job would otherwise compile the same modules again. Coverage is not exact for cached code. */
const cache = process.env.NODE_V8_COVERAGE ? {} : { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };

const wanted = process.argv.slice(2);
const lanes = laneCount(process.env.TOCSIN_TEST_LANES);
const mocha = join(root, "node_modules/mocha/bin/mocha.js");

let passed = 0;
let failed = 0;
let ended = 0;
const notes = new Set();
const failures = [];

refuseUnknownPackages();
const jobs = wanted.length > 0 ? namedJobs() : jobsOf(PACKAGES);
const folder = mkdtempSync(join(tmpdir(), "tocsin-mocha-"));
const isStreamed = lanes === 1 || jobs.length === 1;
const waiting = jobs.filter(({ isAlone }) => !isAlone);
const last = jobs.filter(({ isAlone }) => isAlone);
// The jobs that run get the signal from the terminal. Their output is still printed.
process.once("SIGINT", () => [waiting, last].map((queue) => queue.splice(0)));

await Promise.all(Array.from({ length: lanes }, () => work(waiting)));
await work(last);
rmSync(folder, { recursive: true, force: true });

// Repeated at the end, for those who read only the end of a long log.
for (const failure of failures) console.log(`\n${failure}`);
for (const note of notes) console.log(`\n${note}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** One lane: runs one job after the other. */
async function work(queue) {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) await runJob(job);
}

async function runJob({ name, packageName, files }) {
  if (isStreamed) console.log(`\n${name}`);
  const began = performance.now();
  const { code, output } = await run("node", [mocha, "--config", configurationFile(packageName), ...files], {
    cwd: join(root, "packages", packageName),
    env: { ...cache, ...process.env },
    withinMs: WITHIN_MS_MAX,
    quiet: !isStreamed,
  });
  ended += 1;
  const seconds = Math.round((performance.now() - began) / 1000);
  if (!isStreamed) console.log(`\n${name} (job ${ended} of ${jobs.length}, ${seconds} s)\n${output.trimEnd()}`);
  count(name, code, output);
}

/** The configuration of a package without its files: mocha would add them to those of the job. */
function configurationFile(packageName) {
  const { spec: _all, ...configuration } = configurationOf(packageName);
  const path = join(folder, `${packageName}.json`);
  writeFileSync(path, JSON.stringify(configuration));
  return path;
}

function count(name, code, output) {
  const countOf = (word) => Number(new RegExp(`^\\s+(\\d+) ${word}\\b`, "m").exec(output)?.[1] ?? 0);
  passed += countOf("passing");
  failed += countOf("failing");
  const failure = /^\s+\d+ failing\b[\s\S]*/m.exec(output)?.[0];
  if (failure) failures.push(`${name}\n${failure.trimEnd()}`);
  // A runner that broke before its summary, or found no end after it, is a failure too.
  if (code !== 0 && countOf("failing") === 0) {
    failed += 1;
    failures.push(`${name}\n  The runner ended with ${code}, or was ended after ${WITHIN_MS_MAX / 60_000} minutes.`);
  }
  for (const [, note] of output.matchAll(/^\s*(Suites were pending: .+)$/gm)) notes.add(note);
}

/** Files of one package that are named are one job. A package that is named is divided as in a run of all tests. */
function namedJobs() {
  return [...new Set(wanted.map(packageOf))].flatMap((packageName) => {
    const files = wanted.filter((given) => given !== packageName && packageOf(given) === packageName);
    if (files.length === 0) return jobsOf([packageName]);
    return [{ name: packageName, packageName, files: files.map((file) => join(root, file)), isAlone: false }];
  });
}

function refuseUnknownPackages() {
  const unknown = wanted.find((given) => !PACKAGES.includes(packageOf(given)));
  if (unknown === undefined) return;
  console.error(`Unknown package or file "${unknown}". Name one of ${PACKAGES.join(", ")}, or a file in packages/.`);
  process.exit(1);
}

function packageOf(given) {
  return /^(?:\.\/)?packages\/([^/]+)\//.exec(given)?.[1] ?? given;
}

function laneCount(given) {
  if (given === undefined) return Math.min(LANES_MAX, availableParallelism());
  if (/^[1-9]\d?$/.test(given)) return Number(given);
  throw new Error(`TOCSIN_TEST_LANES takes a number from 1 to 99, and got "${given}".`);
}
