import type { EntityManager } from "typeorm";
import type { ModeSetting, ModeStore, Modes } from "../../detect/rules/rule-mode.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Database } from "../sql/database.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { queryOne, sql } from "../sql/statement.ts";
import type { StoreUnit, StoreUnits } from "../sql/store-unit.ts";
import { type ModeRow, ruleModeTable } from "./detection-tables.ts";

/** A bounded number: rules that were once in force. */
export async function readModes(manager: EntityManager, organizationId: string): Promise<Modes> {
  const rows = await manager.findBy(ruleModeTable, { organizationId });
  return new Map(rows.map((row) => [row.ruleId, toSetting(row)]));
}

const toSetting = ({ organizationId: _organization, ...setting }: ModeRow): ModeSetting => setting;

export const createModeStore = (database: Pick<Database, "reader">, units: StoreUnits): ModeStore => ({
  list: ({ organizationId }) => readModes(database.reader, organizationId),
  change: ({ organizationId }, ruleId, decide) =>
    units.run(organizationId, async (unit) => {
      const { transaction } = unit;
      const row = await transaction.findOneBy(ruleModeTable, { organizationId, ruleId });
      const decision = decide(row ? toSetting(row) : undefined);
      if (!decision) return undefined;
      const { setting, announcement } = decision;
      await insertRows(transaction, ruleModeTable, [{ ...setting, organizationId }], { overwrite: true });
      if (announcement) await appendToNewest(unit, ruleId, announcement.entry, announcement.at);
      return setting;
    }),
});

/** A change of a rule is noted on the newest incident that it opened; channels are notified from there. */
async function appendToNewest(
  { transaction, organizationId, timeline, notifications }: StoreUnit,
  ruleId: string,
  entry: TimelineEntry,
  now: number,
): Promise<void> {
  const incident = await queryOne<{ id: string }>(
    transaction,
    sql`select id from incident where organization_id = ${organizationId} and rule_id = ${ruleId}
      order by created_at desc limit 1`,
  );
  if (!incident) return;
  await timeline.append([{ incident, entries: [entry], now }]);
  await notifications.enqueue(incident, [entry], now);
}
