import type { Scope } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Rule, RuleMode } from "./rule.ts";

export interface ModeSetting {
  readonly ruleId: string;
  /** Null for the mode of the detection file. */
  readonly mode: RuleMode | null;
  /** The begin of the present mode; null if it never changed. */
  readonly since: number | null;
  readonly by: string;
  readonly reason: string;
}

export type Modes = ReadonlyMap<string, ModeSetting>;

export interface ModeChange {
  readonly setting: ModeSetting;
  /** Announces the change on the timeline of the newest incident of the rule, and to channels. */
  readonly announcement?: { readonly entry: TimelineEntry; readonly at: number };
}

export interface ModeStore {
  /** A bounded number, since rules must have been in force once. */
  list(scope: Scope): Promise<Modes>;
  /** Decides by the setting as it is within the transaction; undefined changes nothing. */
  change(
    scope: Scope,
    ruleId: string,
    decide: (before: ModeSetting | undefined) => ModeChange | undefined,
  ): Promise<ModeSetting | undefined>;
}

export const modeOf = (rule: Pick<Rule, "mode">, setting: ModeSetting | undefined): RuleMode =>
  setting?.mode ?? rule.mode;
