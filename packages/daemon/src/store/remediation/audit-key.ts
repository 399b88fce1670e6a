import type { DataSource } from "typeorm";
import type { AuditKey } from "../../remediate/audit/audit-chain.ts";

/** The key of each connection that was opened with one. */
const keys = new WeakMap<DataSource, AuditKey>();

export function rememberAuditKey(connection: DataSource, key: AuditKey | undefined): void {
  if (key !== undefined) keys.set(connection, key);
}

/** Throws where the database was opened without one: no entry is ever written, or believed, without the key. */
export function auditKeyFor({ connection }: { readonly connection: DataSource }): AuditKey {
  const key = keys.get(connection);
  if (!key) throw new Error("The database was opened without the secret key, which the audit log needs.");
  return key;
}
