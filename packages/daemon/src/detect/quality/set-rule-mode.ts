import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import type { Rule, RuleMode } from "../rules/rule.ts";
import { type ModeSetting, type ModeStore, modeOf } from "../rules/rule-mode.ts";
import { type MeasureStore, measureRule, PERFORMANCE_DAYS_DEFAULT } from "./rule-performance.ts";

export interface SetModeDeps {
  readonly rules: readonly Rule[];
  readonly modes: ModeStore;
  readonly measures: MeasureStore;
}

export interface GivenMode {
  /** Null for the mode of the detection file. */
  readonly mode: RuleMode | null;
  readonly reason: string;
}

/**
 * A person may set any mode; the reason notes a promotion without enough evidence. Setting the present mode again keeps
 * the count. Throws `not_found`.
 */
export async function setMode(
  { rules, modes, measures }: SetModeDeps,
  scope: Scope,
  ruleId: string,
  given: GivenMode,
  now: number,
): Promise<{ readonly rule: Rule; readonly setting: ModeSetting | undefined }> {
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) throw notFound("detection_rule_not_found", `Detection rule ${ruleId}`);
  const known = (await modes.list(scope)).get(ruleId);
  const { recommendation, rationale } = await measureRule(measures, scope, rule, known, PERFORMANCE_DAYS_DEFAULT, now);
  const earned = recommendation === "promote" ? "" : ` (Promoted before it was earned: ${rationale})`;
  const reason = given.reason.trim();
  const setting = await modes.change(scope, ruleId, (before) => {
    const [was, becomes] = [modeOf(rule, before), given.mode ?? rule.mode];
    const promoted = was === "shadow" && becomes === "active";
    const since = was === becomes ? (before?.since ?? null) : now;
    const why = promoted ? `${reason}${earned}` : reason;
    return { setting: { ruleId, mode: given.mode, since, by: scope.actor, reason: why } };
  });
  return { rule, setting };
}
