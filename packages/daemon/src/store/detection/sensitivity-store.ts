import type { EntityManager } from "typeorm";
import type { SensitivitySetting, SensitivityStore, StoredSensitivity } from "../../detect/rules/sensitivity.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { SERVICE_SENSITIVITIES_MAX } from "../../model/record-limits.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { query, sql, textTable } from "../sql/statement.ts";
import { type SensitivityRow, sensitivityTable } from "./detection-tables.ts";

const ORGANIZATION = "";

export const createSensitivityStore = (database: Pick<Database, "reader" | "write">): SensitivityStore => ({
  async list({ organizationId }) {
    const rows = await database.reader.find(sensitivityTable, { where: { organizationId }, order: { service: "ASC" } });
    return rows.map(toSetting);
  },
  set: ({ organizationId }, { service, ...setting }) =>
    writeLocked(database, { organizationId }, async (transaction) => {
      if (service !== null) await enforceLimit(transaction, organizationId, service);
      const row = { ...setting, organizationId, service: service ?? ORGANIZATION };
      await insertRows(transaction, sensitivityTable, [row], { overwrite: true });
    }),
});

const toSetting = ({ organizationId: _organization, service, ...setting }: SensitivityRow): SensitivitySetting => ({
  ...setting,
  service: service === ORGANIZATION ? null : service,
});

/** Services that were reset are deleted at the limit. */
async function enforceLimit(transaction: EntityManager, organizationId: string, service: string): Promise<void> {
  const others = sql`detection_sensitivity
    where organization_id = ${organizationId} and service not in (${ORGANIZATION}, ${service})`;
  const stored = await query<{ isSet: number }>(
    transaction,
    sql`select case when sensitivity is null then 0 else 1 end as "isSet" from ${others}`,
  );
  if (stored.length < SERVICE_SENSITIVITIES_MAX) return;
  if (stored.every(({ isSet }) => isSet === 1)) {
    const message = `${SERVICE_SENSITIVITIES_MAX} services have a sensitivity of their own. Reset some, or set that of the organization.`;
    throw new ApplicationError("limit_reached", message);
  }
  await query(transaction, sql`delete from ${others} and sensitivity is null`);
}

export async function readSensitivities(
  reader: EntityManager,
  organizationIds: readonly string[],
): Promise<readonly StoredSensitivity[]> {
  if (organizationIds.length === 0) return [];
  const rows = await query<StoredSensitivity & { service: string }>(
    reader,
    sql`select organization_id as "organizationId", service, sensitivity from detection_sensitivity
        where sensitivity is not null and organization_id in (${textTable(reader, organizationIds)})`,
  );
  return rows.map((row) => ({ ...row, service: row.service === ORGANIZATION ? null : row.service }));
}
