import type { DataSource } from "typeorm";
import { rememberAuditKey } from "./remediation/audit-key.ts";
import {
  type Database,
  type DatabaseTarget,
  openReaderWithSchema,
  openWithSchema,
  type Schema,
} from "./sql/database.ts";
import { tables } from "./table-list.ts";

export const openDatabase = (target: DatabaseTarget): Promise<Database> => openWithSchema(target, schemaOf(target));

/** Opens a database for reading only, beside a running daemon. Its schema is not changed. */
export const openReader = (target: DatabaseTarget): ReturnType<typeof openReaderWithSchema> =>
  openReaderWithSchema(target, schemaOf(target));

const schemaOf = ({ auditKey }: DatabaseTarget): Schema => ({
  entities: tables,
  onOpen: (source: DataSource) => rememberAuditKey(source, auditKey),
});
