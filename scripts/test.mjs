// All tests, package by package: node scripts/test.mjs [PACKAGE …]. The last line is `N passed, N failed`.
import { join } from "node:path";
import { root, run } from "./run.mjs";

const all = ["daemon", "sdk", "cli"];
const wanted = process.argv.slice(2);
const packages = wanted.length > 0 ? wanted : all;
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
  const { code, output } = await run("node", [mocha], { cwd, withinMs: WITHIN_MS_MAX });
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
