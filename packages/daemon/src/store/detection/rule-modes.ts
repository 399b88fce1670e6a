import type { EntityManager } from "typeorm";
import type { ModeSetting, Modes } from "../../detect/rules/rule-mode.ts";
import type { Turn } from "../incidents/turn.ts";
import { type ModeRow, ruleModeTable } from "./detection-tables.ts";

/** A bounded number: rules that were once in force. */
export async function readModes(manager: EntityManager, organizationId: string): Promise<Modes> {
  const rows = await manager.findBy(ruleModeTable, { organizationId });
  return new Map(rows.map((row) => [row.ruleId, toSetting(row)]));
}

export const toSetting = ({ organizationId: _organization, ...setting }: ModeRow): ModeSetting => setting;

/** Read once a turn: whoever changes a mode has the organization's lock, so that it holds for all of the turn. */
async function modesOf(transaction: EntityManager, turn: Turn): Promise<Modes> {
  turn.modes ??= await readModes(transaction, turn.organizationId);
  return turn.modes;
}

/** Whether what the rule finds is written down and opens nothing. */
export async function isInShadow(transaction: EntityManager, turn: Turn, ruleId: string): Promise<boolean> {
  const mode = (await modesOf(transaction, turn)).get(ruleId)?.mode ?? null;
  return mode === null ? turn.shadowRules.has(ruleId) : mode === "shadow";
}

/** Whether any rule is, or was at some time: else there is nothing in shadow to be looked for. */
export const hasShadows = async (transaction: EntityManager, turn: Turn): Promise<boolean> =>
  turn.shadowRules.size > 0 || (await modesOf(transaction, turn)).size > 0;
