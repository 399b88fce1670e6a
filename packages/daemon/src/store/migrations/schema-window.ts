import type { DataSource } from "typeorm";
import { migrationNames } from "./migration-list.ts";

/** The database was brought up to a later version of the daemon, which this one doesn't know. */
export class SchemaTooNew extends Error {}

/** The newest migration that this version knows. */
export const newestSchema = migrationNames.at(-1) as string;

/** An older version would read columns that are gone and write rows that lack new ones. Throws SchemaTooNew. */
export async function refuseNewerSchema(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable("migrations"))) return;
    const rows = (await runner.query("select name from migrations order by timestamp desc")) as { name: string }[];
    const unknown = rows.find(({ name }) => !migrationNames.includes(name));
    if (unknown === undefined) return;
    throw new SchemaTooNew(
      `The database has the schema of a later version (${unknown.name}); this version knows schemas up to ${newestSchema}. ` +
        "Install the later version, or restore a backup that this version made.",
    );
  } finally {
    await runner.release();
  }
}
