import { rmSync } from "node:fs";
import { join } from "node:path";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow, given } from "../store/audit-samples.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { runDaemon } from "../support/process.ts";
import { SECRET_KEY } from "../support/secret-key.ts";

/** The stores and helpers of the tests about tocsind audit verify. */
export function auditedDaemon() {
  let dataDir: string;
  let database: Database;
  before(async () => {
    dataDir = temporaryFolder();
    const target = { kind: "sqlite", path: join(dataDir, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) } as const;
    await migrate(target);
    // Stays open, as under a daemon that runs.
    database = await openDatabase(target);
    await given(database, actionRow(), actionRow(), actionRow({ organizationId: "other" }));
  });
  after(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const verify = (...args: string[]) =>
    runDaemon(dataDir, { TOCSIN_SECRET_KEY: SECRET_KEY }, { args: ["audit", "verify", ...args] });
  const headOf = async (organization: string): Promise<string> => {
    const rows = (await database.reader.query("select organization_id, hash from remediation_audit_head")) as {
      organization_id: string;
      hash: string;
    }[];
    return rows.find(({ organization_id }) => organization_id === organization)?.hash as string;
  };

  return {
    verify,
    headOf,
    get dataDir() {
      return dataDir;
    },
    get database() {
      return database;
    },
  };
}
