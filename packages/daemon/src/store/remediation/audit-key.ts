import type { DataSource } from "typeorm";
import { type AuditKey, auditKeyOf } from "../../remediate/audit/audit-chain.ts";

/** Of each connection that was opened with a secret key. */
const keys = new WeakMap<DataSource, AuditKey>();

export function rememberAuditKey(connection: DataSource, secretKey: string | undefined): void {
  if (secretKey !== undefined) keys.set(connection, auditKeyOf(secretKey));
}

/** Throws where the database was opened without one: no entry is ever written, or believed, without the key. */
export function auditKeyFor({ connection }: { readonly connection: DataSource }): AuditKey {
  const key = keys.get(connection);
  if (!key) throw new Error("The database was opened without the secret key, which the audit log needs.");
  return key;
}
