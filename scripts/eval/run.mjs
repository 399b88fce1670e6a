// Runs public benchmarks through the product's own detection, correlation and diagnosis, and prints a scoreboard.
// See docs/scoreboard.md for what the figures mean.
//   npm run eval -- [--only nab,loghub] [--details] [--json] [--predictions FOLDER] [--write]
// The data is read from the folder that TOCSIN_EVAL_DATA names, else from ../shared/data beside the checkout; what isn't
// there is passed over and said so.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../run.mjs";
import { BOARDS } from "./boards.mjs";
import { rootCauseTables } from "./diagnosis/boards.mjs";
import { leftOut } from "./diagnosis/refit.mjs";
import { fillIn } from "./document.mjs";
import { rightTable } from "./right-table.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    details: { type: "boolean", default: false },
    predictions: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const data = process.env.TOCSIN_EVAL_DATA ?? join(root, "../shared/data");

const answersTo = (name) => (board) => board.name === name || board.folder === name;

function chosen(only) {
  if (only === undefined) return BOARDS;
  const names = only.split(",");
  const unknown = names.filter((name) => !BOARDS.some(answersTo(name)));
  if (unknown.length === 0) return BOARDS.filter((board) => names.some((name) => answersTo(name)(board)));
  console.error(`There is no set ${unknown.join(", ")}. There are ${BOARDS.map(({ name }) => name).join(", ")}.`);
  return process.exit(2);
}

const isThere = ({ name, folder }) => {
  if (folder === null || existsSync(join(data, folder))) return true;
  console.error(`${name}: skipped, there is no folder ${folder} in ${data} (TOCSIN_EVAL_DATA names another).`);
  return false;
};

async function run(board) {
  const began = performance.now();
  const result = await board.run(board.folder === null ? null : join(data, board.folder));
  return { board, result, seconds: (performance.now() - began) / 1000 };
}

if (values.write && values.only) {
  console.error("--write wants all sets: leave --only away.");
  process.exit(2);
}
const results = [];
for (const board of chosen(values.only).filter(isThere)) results.push(await run(board));
if (results.length === 0) {
  console.error(`There is nothing to evaluate in ${data}; TOCSIN_EVAL_DATA names another folder.`);
  process.exit(1);
}
const casesBySet = results.flatMap(({ board, result }) => (result.cases ? [[board.name, result.cases]] : []));
const leftOutBySet = leftOut(Object.fromEntries(casesBySet));
const rows = results.flatMap(({ board, result }) =>
  board.rows(result, leftOutBySet[board.name]).map((row) => ({ set: board.name, digits: board.digits, ...row })),
);
const tables = () => ({
  ...Object.assign({}, ...results.map(({ board, result }) => board.tables(result))),
  ...rootCauseTables(results),
});
if (values.json) {
  const sets = results.map(({ board, result, seconds }) => [board.name, { seconds, ...shownOf(result) }]);
  console.log(JSON.stringify({ rows, sets: Object.fromEntries(sets) }));
} else {
  console.log(rightTable(rows));
  if (values.details) tellDetails();
}
if (values.write) {
  if (results.length < BOARDS.length) throw new Error("The scoreboard is written only with all sets at hand.");
  const date = `Last written ${new Date().toISOString().slice(0, "2026-11-22".length)}.`;
  fillIn(join(root, "docs/scoreboard.md"), { date, scoreboard: rightTable(rows), ...tables() });
}
if (values.predictions) {
  mkdirSync(values.predictions, { recursive: true });
  for (const { board, result } of results)
    writeFileSync(join(values.predictions, `${board.name}.json`), JSON.stringify(board.predictions(result)));
}

function tellDetails() {
  for (const [name, text] of Object.entries(tables())) console.log(`\n## ${name}\n\n${text}`);
  for (const { board, result } of results) if (board.lines) console.log(`\n## ${board.name}\n\n${board.lines(result)}`);
}

/** What a program is given of a result: not what other files are for, nor what only the fitting wants. */
function shownOf({ predictions: _, cases, ...rest }) {
  return cases ? { ...rest, cases: cases.map(({ suspects: __, ...one }) => one) } : rest;
}
