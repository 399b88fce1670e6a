// Runs public benchmarks through the product's own detection, correlation and diagnosis, and prints a scoreboard.
// Options: options.mjs. Meaning of the figures: docs/scoreboard.md.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { BOARDS } from "./boards.mjs";
import { rootCauseTables } from "./diagnosis/boards.mjs";
import { leftOut } from "./diagnosis/refit.mjs";
import { fillIn, fillInSome, withRows } from "./document.mjs";
import { HELP, readOptions } from "./options.mjs";
import { rightTable } from "./right-table.mjs";

const values = optionsOrExit(process.argv.slice(2));
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const data = process.env.TOCSIN_EVAL_DATA ?? join(root, "../shared/data");

function optionsOrExit(argv) {
  try {
    return readOptions(argv);
  } catch (error) {
    console.error(`${error.message}\nTo see what it takes: npm run eval -- --help`);
    return process.exit(2);
  }
}

const answersTo = (name) => (board) => board.name === name || board.folder === name;

function chosen(names) {
  if (names === undefined) return BOARDS;
  const unknown = names.filter((name) => !BOARDS.some(answersTo(name)));
  if (unknown.length === 0) return BOARDS.filter((board) => names.some((name) => answersTo(name)(board)));
  console.error(`There is no set ${unknown.join(", ")}. There are ${BOARDS.map(({ name }) => name).join(", ")}.`);
  return process.exit(2);
}

const isThere = ({ name, folder, anyOf = [folder] }) => {
  if (folder === null || anyOf.some((each) => existsSync(join(data, each)))) return true;
  const lacking = anyOf.length === 1 ? `no folder ${folder}` : `none of the folders ${anyOf.join(", ")}`;
  console.error(`${name}: skipped, there is ${lacking} in ${data} (TOCSIN_EVAL_DATA names another).`);
  return false;
};

/** What can't be read says so, and leaves the other sets their figures. */
async function run(board) {
  const began = performance.now();
  try {
    const result = await board.run(board.folder === null ? null : join(data, board.folder), values.shape);
    return [{ board, result, seconds: (performance.now() - began) / 1000 }];
  } catch (error) {
    console.error(`${board.name}: not judged: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    process.exitCode = 1;
    return [];
  }
}

const results = [];
for (const board of chosen(values.only).filter(isThere)) results.push(...(await run(board)));
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
if (values.write) writeScoreboard(join(root, "docs/scoreboard.md"), new Date().toISOString().slice(0, 10));
if (values.predictions) {
  mkdirSync(values.predictions, { recursive: true });
  for (const { board, result } of results)
    writeFileSync(join(values.predictions, `${board.name}.json`), JSON.stringify(board.predictions(result)));
}

function writeScoreboard(page, day) {
  if (values.only === undefined) {
    if (results.length < BOARDS.length) throw new Error("The scoreboard is written only with all sets at hand.");
    fillIn(page, { date: `Last written ${day}.`, scoreboard: rightTable(rows), ...tables() });
    return;
  }
  if (casesBySet.length > 0)
    throw new Error("The sets of root causes share their tables, and are written with all sets.");
  const names = results.map(({ board }) => board.name).join(", ");
  fillInSome(page, ({ date, scoreboard }) => ({
    date: `${date.split("\n")[0]}\n\nWritten again ${day}: ${names}.`,
    scoreboard: withRows(
      scoreboard,
      rightTable(rows),
      BOARDS.map(({ name }) => name),
    ),
    ...Object.assign({}, ...results.map(({ board, result }) => board.tables(result))),
  }));
}

function tellDetails() {
  for (const [name, text] of Object.entries(tables())) console.log(`\n## ${name}\n\n${text}`);
  for (const { board, result } of results) if (board.lines) console.log(`\n## ${board.name}\n\n${board.lines(result)}`);
}

/** What a program is given of a result: not what other files are for, nor what only the fitting wants. */
function shownOf({ predictions: _, cases, ...rest }) {
  return cases ? { ...rest, cases: cases.map(({ suspects: __, ...one }) => one) } : rest;
}
