import { withSqliteFile } from "./open-sqlite.ts";

/** The newest migration of a database file; null where it has none. */
export const readSchemaVersion = (path: string): string | null =>
  withSqliteFile(path, { readonly: true }, (database) => {
    const has = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
    const newest = "select name from migrations order by timestamp desc limit 1";
    return has ? ((database.prepare(newest).pluck().get() as string | undefined) ?? null) : null;
  });
