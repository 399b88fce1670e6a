import { type DatabaseTarget, postgresSource } from "../sql/database.ts";
import { sqliteSource } from "../sql/sqlite-data-source.ts";
import { migrations } from "./migration-list.ts";
import { refuseNewerSchema } from "./schema-window.ts";

/** Brings the schema up to this version of the daemon; several processes may ask at once. */
export async function migrate(target: DatabaseTarget): Promise<void> {
  const source =
    target.kind === "sqlite"
      ? sqliteSource({ path: target.path, migrations })
      : await postgresSource({ url: target.url, connectionsMax: 1, migrations });
  await source.initialize();
  try {
    // The session that migrates holds the lock: an idle session of a pool would end, and its lock with it.
    if (target.kind === "postgres") await source.query("select pg_advisory_lock(hashtext('tocsin-migrations'))");
    await refuseNewerSchema(source);
    await source.runMigrations({ transaction: "each" });
  } finally {
    await source.destroy(); // which ends the session, and the advisory lock with it
  }
}
