import type { EntityManager } from "typeorm";
import type { ModeStore } from "../../detect/rules/rule-mode.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { writeTimeline } from "../incidents/incident-rows.ts";
import { incidentTable } from "../incidents/incident-tables.ts";
import type { Database } from "../sql/database.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { ruleModeTable } from "./detection-tables.ts";
import { readModes, toSetting } from "./rule-modes.ts";

export const createModeStore = (database: Database): ModeStore => ({
  list: ({ organizationId }) => readModes(database.reader, organizationId),
  change: ({ organizationId }, ruleId, decide) =>
    database.write(async (transaction) => {
      await lockOrganization(transaction, organizationId);
      const row = await transaction.findOneBy(ruleModeTable, { organizationId, ruleId });
      const decision = decide(row ? toSetting(row) : undefined);
      if (!decision) return undefined;
      const { setting, told } = decision;
      await insertRows(transaction, ruleModeTable, [{ ...setting, organizationId }], {
        overwrite: { columns: ["mode", "since", "set_by", "reason"], key: ["organization_id", "rule_id"] },
      });
      if (told) await tellOfRule(transaction, organizationId, ruleId, told.entry, told.at);
      return setting;
    }),
});

/** What happens to a rule stands with the newest of what it opened, from where channels are told. */
async function tellOfRule(
  transaction: EntityManager,
  organizationId: string,
  ruleId: string,
  entry: TimelineEntry,
  at: number,
): Promise<void> {
  const [newest] = await transaction.find(incidentTable, {
    where: { organizationId, ruleId },
    order: { createdAt: "DESC" },
    take: 1,
  });
  if (newest) await writeTimeline(transaction, newest, [entry], at);
}
