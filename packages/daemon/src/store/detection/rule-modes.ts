import type { EntityManager } from "typeorm";
import type { ModeSetting, Modes } from "../../detect/rules/rule-mode.ts";
import { type ModeRow, ruleModeTable } from "./detection-tables.ts";

/** A bounded number: rules that were once in force. */
export async function readModes(manager: EntityManager, organizationId: string): Promise<Modes> {
  const rows = await manager.findBy(ruleModeTable, { organizationId });
  return new Map(rows.map((row) => [row.ruleId, toSetting(row)]));
}

export const toSetting = ({ organizationId: _organization, ...setting }: ModeRow): ModeSetting => setting;
