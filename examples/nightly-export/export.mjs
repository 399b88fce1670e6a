// Writes the incidents and the remediation actions of past days into files: node export.mjs FOLDER [DAYS]
// Files are incidents-2026-03-01.csv and remediation-2026-03-01.csv. Days are those of UTC, and yesterday is the last one.
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Tocsin, TocsinError } from "@tocsin/sdk";

const DAY_MS = 86_400_000;
const ROWS_MAX = 10_000;
const [folder, days = "7"] = process.argv.slice(2);
if (!folder || !(Number(days) >= 1)) {
  console.error("Usage: node export.mjs FOLDER [DAYS]");
  process.exit(2);
}
const tocsin = new Tocsin({ timeoutMs: 120_000, retries: 5 });
/** The newest first, as both exports are. */
const exports = {
  incidents: () => tocsin.incidents.exportCsv({ limit: ROWS_MAX }),
  remediation: () => tocsin.remediation.exportCsv({ limit: ROWS_MAX }),
};

try {
  await mkdir(folder, { recursive: true });
  for (const [name, read] of Object.entries(exports)) {
    const missing = await daysWithout(name);
    if (missing.length > 0) await writeDays(name, await read(), missing);
  }
} catch (error) {
  if (!(error instanceof TocsinError || "code" in error)) throw error;
  console.error(`The export failed: ${error.message}`);
  process.exitCode = 1;
}

/** A file that is there is whole, and the past doesn't change: what an earlier night missed is made up for. */
async function daysWithout(name) {
  const today = Math.floor(Date.now() / DAY_MS);
  const past = Array.from({ length: Number(days) }, (_, n) =>
    new Date((today - n - 1) * DAY_MS).toISOString().slice(0, 10),
  );
  const there = await Promise.all(
    past.map((day) =>
      access(fileOf(name, day)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return past.filter((_, n) => !there[n]);
}

async function writeDays(name, csv, missing) {
  const [heading, ...rows] = parse(csv);
  const column = heading.cells.indexOf("createdAt");
  const oldest = rows.at(-1)?.cells[column].slice(0, 10);
  for (const day of missing) {
    // Of a day at the end of a full export some rows may lie behind it.
    if (rows.length >= ROWS_MAX && oldest >= day) {
      console.error(`${name} of ${day} are left out: there are more than ${ROWS_MAX} newer rows.`);
      process.exitCode = 1;
      continue;
    }
    const chosen = rows.filter(({ cells }) => cells[column].startsWith(day));
    const file = fileOf(name, day);
    try {
      await writeFile(`${file}.part`, [heading, ...chosen].map(({ text }) => `${text}\r\n`).join(""));
      await rename(`${file}.part`, file);
    } finally {
      await rm(`${file}.part`, { force: true });
    }
    console.log(`${file} ${chosen.length}`);
  }
}

function fileOf(name, day) {
  return join(folder, `${name}-${day}.csv`);
}

/** Rows of RFC 4180: their text as it came, so that nothing is written anew, and their cells. */
function parse(csv) {
  const rows = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y;
  for (let at = 0, start = 0, cells = []; at < csv.length; ) {
    cell.lastIndex = at;
    const [whole, value, end] = cell.exec(csv) ?? [];
    if (whole === undefined) throw new TocsinError("The export is no CSV.");
    cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    at += whole.length;
    if (end === ",") continue;
    rows.push({ text: csv.slice(start, at - end.length), cells });
    start = at;
    cells = [];
  }
  return rows;
}
