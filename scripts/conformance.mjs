// Runs the black-box cases of the contract that are complete: those of .ci/conformance.json, which only grows.
// node scripts/conformance.mjs FOLDER prints the failures among them; other cases may fail until their turn comes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const folder = process.argv[2] ?? join(root, "../shared/conformance");
if (!existsSync(join(folder, "run.mjs"))) {
  console.log(`The conformance suite is not at ${folder}; its cases were not run.`);
  process.exit(0);
}
const { areas, cases } = JSON.parse(readFileSync(join(root, ".ci/conformance.json"), "utf8"));
const complete = (area, name) =>
  areas.includes(area) || (cases[area] ?? []).some((pattern) => new RegExp(pattern).test(name));

const { output } = await run("node", [join(folder, "run.mjs"), "--start", `cd ${root} && npm start`], { quiet: true });
const failures = [...output.matchAll(/^FAILED {2}([\w.-]+): (.+)\n((?: {8}.*\n)*)/gm)].map(
  ([, area, name, reason]) => ({ area, name, reason }),
);
const ours = failures.filter(({ area, name }) => complete(area, name));
for (const { area, name, reason } of ours) console.log(`FAILED  ${area}: ${name}\n${reason}`);
const total = Number(/^(\d+) passed, \d+ failed$/m.exec(output)?.[1] ?? 0);
if (total === 0) console.log(output.slice(-3000));
console.log(`conformance: ${total} passed, ${ours.length} failed, ${failures.length - ours.length} not claimed yet`);
process.exitCode = ours.length > 0 || total === 0 ? 1 : 0;
