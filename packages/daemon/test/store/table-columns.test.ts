import { expect } from "chai";
import type { Database } from "../../src/store/sql/database.ts";
import { tables } from "../../src/store/table-list.ts";
import { type Fresh, onEachEngine } from "./engines.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

const OF_SQLITE = "select name, type, pk > 0 as key from pragma_table_info(?)";
const OF_POSTGRES = `select column_name as name, data_type as type, exists (
    select 1 from information_schema.key_column_usage as used join information_schema.table_constraints as found
      on found.constraint_name = used.constraint_name and found.constraint_type = 'PRIMARY KEY'
    where used.table_name = columns.table_name and used.column_name = columns.column_name) as key
  from information_schema.columns where table_name = $1`;

async function migratedColumns({ kind, reader }: Database, table: string): Promise<Column[]> {
  const rows = await reader.query(kind === "sqlite" ? OF_SQLITE : OF_POSTGRES, [table]);
  return (rows as { name: string; type: string; key: unknown }[]).map(({ name, type, key }) => {
    return { name, type: familyOf(type), isKey: Boolean(key) };
  });
}

/** The code calls each integer `bigint`; some columns are smaller. */
const familyOf = (type: string): string => (/int/i.test(type) ? "integer" : type.toLowerCase());

const byName = (one: Column, other: Column): number => (one.name < other.name ? -1 : 1);

onEachEngine("The columns of each table in the code", (fresh) => {
  let store: Fresh;
  let database: Database;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  after(() => store.drop());

  for (const table of tables) {
    const { name } = table.options;
    it(`are those of ${name} after all migrations`, async () => {
      const { columns } = database.reader.connection.getMetadata(table);
      const known = columns.map(({ databaseName, type, isPrimary }) => {
        return { name: databaseName, type: familyOf(String(type)), isKey: isPrimary };
      });
      expect(known.sort(byName)).to.deep.equal((await migratedColumns(database, name)).sort(byName));
    });
  }
});
