// All tests, package by package, or those that are named: node scripts/test.mjs [PACKAGE | FILE …], such as
// packages/daemon/test/crash/kill.test.ts. The last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const all = ["daemon", "sdk", "cli"];
const wanted = process.argv.slice(2);
const packages = wanted.length > 0 ? [...new Set(wanted.map(packageOf))] : all;
const mocha = join(root, "node_modules/mocha/bin/mocha.js");

/** Many times what they take; what a test left open would else hold the run for ever. */
const WITHIN_MS_MAX = 55 * 60_000;

let passed = 0;
let failed = 0;
const notes = new Set();
const failures = [];
for (const name of packages) {
  console.log(`\n${name}`);
  const cwd = join(root, "packages", name);
  const { code, output } = await withArguments(name, cwd, (args) =>
    run("node", [mocha, ...args], { cwd, withinMs: WITHIN_MS_MAX }),
  );
  const count = (word) => Number(new RegExp(`^\\s+(\\d+) ${word}\\b`, "m").exec(output)?.[1] ?? 0);
  passed += count("passing");
  failed += count("failing");
  const told = /^\s+\d+ failing\b[\s\S]*/m.exec(output)?.[0];
  if (told) failures.push(`${name}\n${told.trimEnd()}`);
  // A runner that broke before its summary, or found no end after it, is a failure too.
  if (code !== 0 && count("failing") === 0) {
    failed += 1;
    failures.push(`${name}\n  The runner ended with ${code}, or was ended after ${WITHIN_MS_MAX / 60_000} minutes.`);
  }
  for (const [, note] of output.matchAll(/^\s*(Suites were pending: .+)$/gm)) notes.add(note);
}
// Told again at the end: whoever reads only the tail of a long log finds what failed, and why.
for (const told of failures) console.log(`\n${told}`);
for (const note of notes) console.log(`\n${note}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function packageOf(given) {
  return /^(?:\.\/)?packages\/([^/]+)\//.exec(given)?.[1] ?? given;
}

/** The files that were named of a package; mocha would add them to those of its configuration. */
async function withArguments(name, cwd, work) {
  const files = wanted.filter((given) => given !== name && packageOf(given) === name);
  if (files.length === 0) return work([]);
  const folder = mkdtempSync(join(tmpdir(), "tocsin-mocha-"));
  try {
    const { spec: _all, ...configuration } = JSON.parse(readFileSync(join(cwd, ".mocharc.json"), "utf8"));
    const path = join(folder, "mocharc.json");
    writeFileSync(path, JSON.stringify(configuration));
    return await work(["--config", path, ...files.map((file) => join(root, file))]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
