import { type Scope, SYSTEM } from "../model/scope.ts";
import { type ModeStore, modeOf } from "./mode.ts";
import { type MeasureStore, measureRule, PERFORMANCE_DAYS_DEFAULT } from "./performance.ts";
import type { Rule } from "./rule.ts";

export interface DemoteDeps {
  /** In force. */
  readonly rules: readonly Rule[];
  readonly modes: ModeStore;
  readonly measures: MeasureStore;
  /** Every organization, in pages: those after the last one, in order. */
  readonly organizations: (after: string, most: number) => Promise<readonly string[]>;
}

export interface Demoted {
  readonly organizationId: string;
  readonly ruleId: string;
  readonly reason: string;
}

const ORGANIZATIONS_AT_ONCE = 100;

/**
 * Takes active rules to shadow that are noise beyond doubt, in every organization, but for those that may not go by
 * themselves. A mode that somebody set meanwhile stands.
 */
export async function demoteNoisy(deps: DemoteDeps, now: number, stop: AbortSignal): Promise<Demoted[]> {
  const rules = deps.rules.filter(({ enabled, autoDemote }) => enabled && autoDemote);
  const demoted: Demoted[] = [];
  let after = "";
  for (;;) {
    const page = await deps.organizations(after, ORGANIZATIONS_AT_ONCE);
    for (const organizationId of page) {
      if (stop.aborted) return demoted;
      demoted.push(...(await demoteIn(deps, { organizationId, actor: SYSTEM, permissions: [] }, rules, now)));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < ORGANIZATIONS_AT_ONCE) return demoted;
    after = last;
  }
}

async function demoteIn(
  { modes, measures }: DemoteDeps,
  scope: Scope,
  rules: readonly Rule[],
  now: number,
): Promise<Demoted[]> {
  const set = await modes.list(scope);
  const demoted: Demoted[] = [];
  for (const rule of rules) {
    const known = set.get(rule.id);
    if (modeOf(rule, known) !== "active") continue;
    const { recommendation, rationale } = await measureRule(
      measures,
      scope,
      rule,
      known,
      PERFORMANCE_DAYS_DEFAULT,
      now,
    );
    if (recommendation !== "demote") continue;
    const { organizationId } = scope;
    const reason = `Demoted by itself: ${rationale}`;
    const changed = await modes.change(scope, rule.id, (before) => {
      const asItWas = modeOf(rule, before) === "active" && (before?.since ?? null) === (known?.since ?? null);
      return asItWas ? { ruleId: rule.id, mode: "shadow", since: now, by: SYSTEM, reason } : undefined;
    });
    if (changed) demoted.push({ organizationId, ruleId: rule.id, reason });
  }
  return demoted;
}
