import { expect } from "chai";
import type { Database } from "../../src/store/sql/database.ts";
import { empty, join, query, queryOne, raw, rowTable, sql, textTable } from "../../src/store/sql/statement.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { NOW } from "./samples.ts";

const HOSTILE = [
  "'; drop table incident; --",
  'a "quoted" name',
  "$1 and ? and :name",
  "back\\slash",
  "%_",
  "line\nbreak",
  "ß 日本 🚒",
  "",
];

describe("A statement", () => {
  it("has a parameter for each value, numbered for PostgreSQL and a question mark for SQLite", () => {
    const statement = sql`select * from incident where id = ${"a"} and number > ${7}`;
    expect(statement.text).to.equal("select * from incident where id = $1 and number > $2");
    expect(statement.sql).to.equal("select * from incident where id = ? and number > ?");
    expect(statement.values).to.deep.equal(["a", 7]);
  });

  it("takes statements as parts of its text, with their values in order", () => {
    const inner = sql`number > ${2} and number < ${3}`;
    const statement = sql`select 1 from ${raw("incident")} where id = ${"a"} and (${inner}) limit ${raw(10)} ${empty}`;
    expect(statement.text).to.equal("select 1 from incident where id = $1 and (number > $2 and number < $3) limit 10 ");
    expect(statement.values).to.deep.equal(["a", 2, 3]);
  });

  it("numbers a part that occurs twice twice", () => {
    const part = sql`id = ${"a"}`;
    const statement = sql`${part} or ${part}`;
    expect(statement.text).to.equal("id = $1 or id = $2");
    expect(statement.values).to.deep.equal(["a", "a"]);
  });

  it("joins values and statements, and refuses to join nothing", () => {
    const statement = sql`${join([sql`a = ${1}`, sql`b = ${2}`], " and ")} and c in (${join([3, 4])})`;
    expect(statement.text).to.equal("a = $1 and b = $2 and c in ($3,$4)");
    expect(statement.values).to.deep.equal([1, 2, 3, 4]);
    expect(() => join([])).to.throw(TypeError, "empty array");
  });
});

onEachEngine("A statement that is run", (fresh) => {
  let store: Fresh;
  let database: Database;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    await database.write((transaction) =>
      query(transaction, sql`create table sample (name text primary key, at bigint, share numeric, body text)`),
    );
  });
  beforeEach(() => database.write((transaction) => query(transaction, sql`delete from sample`)));
  after(() => store.drop());

  it("stores hostile texts as they are and finds each by its value", async () => {
    const values = join(HOSTILE.map((name, at) => sql`(${name}, ${at})`));
    await database.write((transaction) => query(transaction, sql`insert into sample (name, at) values ${values}`));
    const names = await query<{ name: string }>(database.reader, sql`select name from sample order by at`);
    expect(names.map(({ name }) => name)).to.deep.equal(HOSTILE);
    for (const [at, name] of HOSTILE.entries()) {
      expect(await queryOne(database.reader, sql`select at from sample where name = ${name}`)).to.deep.equal({ at });
    }
  });

  it("returns times, counts and sums as numbers, and JSON as its text", async () => {
    const body = JSON.stringify({ quote: '"', list: [1, null] });
    const row = { name: "a", at: NOW, share: 0.25, body };
    await database.write((transaction) =>
      query(transaction, sql`insert into sample (name, at, share, body) values (${"a"}, ${NOW}, ${0.25}, ${body})`),
    );
    expect(await queryOne(database.reader, sql`select * from sample`)).to.deep.equal(row);
    const sums = sql`select count(*) as count, sum(at) as total, max(at) as newest from sample`;
    expect(await queryOne(database.reader, sums)).to.deep.equal({ count: 1, total: NOW, newest: NOW });
  });

  it("returns the rows of RETURNING, and none for a statement without it", async () => {
    await database.write(async (transaction) => {
      const inserted = sql`insert into sample (name, at) values (${"a"}, 1), (${"b"}, 2)`;
      expect(await query(transaction, sql`${inserted} returning name`)).to.deep.equal([{ name: "a" }, { name: "b" }]);
      expect(await query(transaction, sql`update sample set at = 3`)).to.deep.equal([]);
      const deleted = await query(transaction, sql`delete from sample where name = ${"b"} returning at`);
      expect(deleted).to.deep.equal([{ at: 3 }]);
      expect(await query(transaction, sql`delete from sample`)).to.deep.equal([]);
      expect(await queryOne(transaction, sql`select * from sample`)).to.equal(undefined);
    });
  });

  it("selects from texts and rows that are one parameter, also where there are none or thousands", async () => {
    const { reader } = database;
    const many = Array.from({ length: 40_000 }, (_, at) => `name ${at}`);
    for (const texts of [[], HOSTILE, many]) {
      const rows = texts.map((name, at) => [name, at, null]);
      const table = rowTable(reader, ["text", "bigint", "text"], rows);
      const found = await queryOne(
        reader,
        sql`with given (name, at, body) as (${table})
            select count(*) as count, count(body) as bodies, max(at) as last from given
            where name in (${textTable(reader, texts)})`,
      );
      const last = texts.length === 0 ? null : texts.length - 1;
      expect(found).to.deep.equal({ count: texts.length, bodies: 0, last });
    }
  });
});
