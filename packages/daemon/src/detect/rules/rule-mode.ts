import type { Scope } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Rule, RuleMode } from "./rule.ts";

/** What an organization set for a rule. */
export interface ModeSetting {
  readonly ruleId: string;
  /** Null for what the detection file says. */
  readonly mode: RuleMode | null;
  /** Since when the mode that it comes to holds; null where it never was another. */
  readonly since: number | null;
  readonly by: string;
  readonly reason: string;
}

/** Of one organization, by rule. */
export type Modes = ReadonlyMap<string, ModeSetting>;

/** What a rule's setting becomes. */
export interface ModeChange {
  readonly setting: ModeSetting;
  /** Where people are to be told: stands in the timeline of the newest incident that the rule opened, and goes to channels. */
  readonly told?: { readonly entry: TimelineEntry; readonly at: number };
}

export interface ModeStore {
  /** A bounded number: rules that were once in force. */
  list(scope: Scope): Promise<Modes>;
  /**
   * Decides about a rule's setting as it stands within the transaction, and tells of it there; writes nothing where it
   * decides on nothing.
   */
  change(
    scope: Scope,
    ruleId: string,
    decide: (before: ModeSetting | undefined) => ModeChange | undefined,
  ): Promise<ModeSetting | undefined>;
}

export const modeOf = (rule: Pick<Rule, "mode">, setting: ModeSetting | undefined): RuleMode =>
  setting?.mode ?? rule.mode;
