// Compares the incident index with full-text indexes of the databases, on the same synthetic incidents.
//   node packages/lab/bench/incident-index.mjs [--incidents 1000000] [--postgres postgres://…]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import pg from "pg";

const { values } = parseArgs({
  options: { incidents: { type: "string", default: "1000000" }, postgres: { type: "string" } },
});
const total = Number(values.incidents);
const BLOCK = 4096;
const PAGE = 50;
const RUNS = 30;

/** `even` and `odd` are frequent and never meet; `rare` has one incident in ten thousand. */
function* termsOf(number) {
  yield number % 2 === 0 ? "even" : "odd";
  yield `status${number % 5}`;
  yield `severity${number % 4}`;
  yield `service${number % 50}`;
  yield `word${number % 997}`;
  if (number % 10_000 === 0) yield "rare";
}

const queries = {
  "one frequent term": ["status1"],
  "four filters": ["status1", "severity3", "service11", "odd"],
  "a rare term": ["rare"],
  "two frequent terms that never meet": ["even", "odd"],
};

const folder = mkdtempSync(join(tmpdir(), "incident-index-"));
const database = new Database(join(folder, "index.db"));
database.exec("pragma journal_mode = wal; pragma synchronous = off");
console.log(`${total} incidents, the newest ${PAGE} that match; median and maximum of ${RUNS} runs`);
try {
  report("posting blocks on SQLite", fillPostings());
  report("FTS5 on SQLite", fillFullText());
  if (values.postgres) await comparePostgres(values.postgres);
} finally {
  database.close();
  rmSync(folder, { recursive: true });
}

function report(name, search) {
  for (const [what, terms] of Object.entries(queries))
    print(
      name,
      what,
      time(() => search(terms)),
    );
}

function print(name, what, times) {
  const sorted = times.toSorted((one, other) => one - other);
  console.log(`${name}, ${what}: ${sorted[RUNS >> 1].toFixed(2)} ms, ${sorted.at(-1).toFixed(2)} ms`);
}

function time(work) {
  return Array.from({ length: RUNS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
}

function fillPostings() {
  database.exec("create table posting (term text, block integer, bits blob, primary key (term, block)) without rowid");
  const insert = database.prepare("insert into posting values (?, ?, ?)");
  database.transaction(() => {
    for (let block = 0; block * BLOCK < total; block += 1) {
      const bitmaps = new Map();
      for (let number = block * BLOCK; number < Math.min(total, (block + 1) * BLOCK); number += 1)
        for (const term of termsOf(number)) {
          const bits = bitmaps.get(term) ?? new Uint8Array(BLOCK / 8);
          bits[(number % BLOCK) >> 3] |= 1 << (number & 7);
          bitmaps.set(term, bits);
        }
      for (const [term, bits] of bitmaps) insert.run(term, block, bits);
    }
  })();
  const reads = Array.from({ length: 4 }, () =>
    database.prepare("select block, bits from posting where term = ? order by block desc").raw(),
  );
  return (terms) => newestOf(terms.map((term, index) => reads[index].iterate(term)));
}

/** Intersects the lists of all terms block by block, the newest first. Ends when the page is full. */
function newestOf(lists) {
  const found = [];
  let heads = lists.map((list) => list.next());
  while (heads.every(({ done }) => !done)) {
    const block = Math.min(...heads.map(({ value }) => value[0]));
    const ahead = heads.findIndex(({ value }) => value[0] > block);
    if (ahead >= 0) {
      heads[ahead] = lists[ahead].next();
      continue;
    }
    for (let at = BLOCK - 1; at >= 0 && found.length < PAGE; at -= 1)
      if (heads.every(({ value }) => (value[1][at >> 3] >> (at & 7)) & 1)) found.push(block * BLOCK + at);
    if (found.length >= PAGE) break;
    heads = lists.map((list) => list.next());
  }
  for (const list of lists) list.return();
  return found;
}

function fillFullText() {
  database.exec("create virtual table incident_text using fts5 (terms, content = '', detail = none)");
  const insert = database.prepare("insert into incident_text (rowid, terms) values (?, ?)");
  database.transaction(() => {
    for (let number = 1; number < total; number += 1) insert.run(number, [...termsOf(number)].join(" "));
  })();
  database.exec("insert into incident_text (incident_text) values ('optimize')");
  const search = database.prepare(
    `select rowid from incident_text where incident_text match ? order by rowid desc limit ${PAGE}`,
  );
  return (terms) => search.all(terms.join(" AND "));
}

async function comparePostgres(url) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("create temporary table incident_terms (number bigint primary key, terms text[])");
    for (let from = 0; from < total; from += 10_000) {
      const numbers = Array.from({ length: Math.min(10_000, total - from) }, (_, index) => from + index);
      await client.query("insert into incident_terms select * from json_populate_recordset(null::incident_terms, $1)", [
        JSON.stringify(numbers.map((number) => ({ number, terms: [...termsOf(number)] }))),
      ]);
    }
    await client.query("create index on incident_terms using gin (terms)");
    await client.query("analyze incident_terms");
    for (const [what, terms] of Object.entries(queries)) {
      const times = [];
      for (let run = 0; run < RUNS; run += 1) {
        const began = performance.now();
        await client.query("select number from incident_terms where terms @> $1 order by number desc limit $2", [
          terms,
          PAGE,
        ]);
        times.push(performance.now() - began);
      }
      print("GIN on PostgreSQL", what, times);
    }
  } finally {
    await client.end();
  }
}
