import Database from "better-sqlite3";

/** The newest migration of a database file; null where it has none. */
export function readSchemaVersion(path: string): string | null {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const has = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
    if (!has) return null;
    return (
      (database.prepare("select name from migrations order by timestamp desc limit 1").pluck().get() as string) ?? null
    );
  } finally {
    database.close();
  }
}
