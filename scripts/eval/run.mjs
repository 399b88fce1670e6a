// Runs the built-in analyser over public incidents whose cause is known, and prints how often it is right beside a
// simple method and the published figures. See docs/diagnosis-scoreboard.md for what the figures mean.
//   npm run eval:diagnosis -- [--only petshop,rcd] [--details] [--json] [--write]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { analyse } from "../../packages/daemon/src/diagnose/analyse/analyse.ts";
import { root } from "../run.mjs";
import { gatheredPictureOf, pictureOf } from "./picture.mjs";
import { judge, judgeSimple } from "./ranking.mjs";
import { detailsOf, tablesOf } from "./report.mjs";
import { writeScoreboard } from "./scoreboard.mjs";
import { SETS } from "./sets.mjs";
import { summarise } from "./summary.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    details: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const data = process.env.TOCSIN_EVAL_DATA ?? join(root, "../shared/data");

function runSet(set) {
  const cases = [];
  for (const { id, system, truth, toldOnset, scene } of set.cases(join(data, set.folder))) {
    const picture = pictureOf(scene);
    const began = performance.now();
    const analysis = analyse(picture);
    const ms = performance.now() - began;
    cases.push({
      id,
      system,
      truth,
      toldOnset,
      ms,
      ...judge(truth, analysis),
      gathered: judge(truth, analyse(gatheredPictureOf(scene))),
      simple: set.simple.map((simple) => judgeSimple(simple, { truth, toldOnset, picture })),
    });
  }
  return cases;
}

if (values.write && values.only) throw new Error("--write wants all sets: leave --only away.");
const wanted = values.only?.split(",") ?? SETS.map(({ name }) => name);
const unknown = wanted.filter((name) => !SETS.some((set) => set.name === name));
if (unknown.length > 0)
  throw new Error(`There is no set ${unknown.join(", ")}. There are ${SETS.map(({ name }) => name).join(", ")}.`);

const results = [];
for (const set of SETS.filter(({ name }) => wanted.includes(name))) {
  if (!existsSync(join(data, set.folder))) {
    console.error(`${set.name}: skipped, there is no folder ${set.folder} in the data (TOCSIN_EVAL_DATA).`);
    continue;
  }
  const cases = runSet(set);
  results.push({ set, cases });
  if (values.details && !values.json) console.log(detailsOf(set, cases));
}

if (results.length === 0) {
  console.error(`There is nothing to evaluate in ${data}; TOCSIN_EVAL_DATA names another folder.`);
} else {
  const summary = summarise(results);
  const cases = results.flatMap((each) => each.cases);
  console.log(values.json ? JSON.stringify({ summary, cases }) : tablesOf(summary));
  if (values.write && results.length < SETS.length)
    throw new Error("The scoreboard is written only with all sets at hand.");
  if (values.write) writeScoreboard(join(root, "docs/diagnosis-scoreboard.md"), summary);
}
