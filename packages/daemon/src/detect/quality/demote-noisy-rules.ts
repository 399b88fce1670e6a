import { type Scope, SYSTEM } from "../../model/scope.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Rule } from "../rules/rule.ts";
import { type ModeStore, modeOf } from "../rules/rule-mode.ts";
import { type MeasureStore, measureRule, PERFORMANCE_DAYS_DEFAULT, type Performance } from "./rule-performance.ts";

export interface DemoteDeps {
  readonly rules: readonly Rule[];
  readonly modes: ModeStore;
  readonly measures: MeasureStore;
  readonly organizations: (after: string, most: number) => Promise<readonly string[]>;
}

export interface Demoted {
  readonly organizationId: string;
  readonly ruleId: string;
  readonly reason: string;
}

const ORGANIZATIONS_AT_ONCE = 100;

/**
 * Moves active rules that are certainly noise to shadow, in every organization, unless the rule forbids it. A mode that
 * somebody set meanwhile is kept.
 */
export async function* demoteNoisy(deps: DemoteDeps, now: number, stop: AbortSignal): AsyncGenerator<Demoted> {
  const rules = deps.rules.filter(({ enabled, autoDemote }) => enabled && autoDemote);
  let after = "";
  for (;;) {
    const page = await deps.organizations(after, ORGANIZATIONS_AT_ONCE);
    for (const organizationId of page) {
      if (stop.aborted) return;
      yield* demoteIn(deps, { organizationId, actor: SYSTEM, permissions: [] }, rules, now);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < ORGANIZATIONS_AT_ONCE) return;
    after = last;
  }
}

async function* demoteIn(
  { modes, measures }: DemoteDeps,
  scope: Scope,
  rules: readonly Rule[],
  now: number,
): AsyncGenerator<Demoted> {
  const set = await modes.list(scope);
  for (const rule of rules) {
    const known = set.get(rule.id);
    if (modeOf(rule, known) !== "active") continue;
    const found = await measureRule(measures, scope, rule, known, PERFORMANCE_DAYS_DEFAULT, now);
    if (found.recommendation !== "demote") continue;
    const { id: ruleId } = rule;
    const reason = `Demoted by itself: ${found.rationale}`;
    const changed = await modes.change(scope, ruleId, (before) => {
      const asItWas = modeOf(rule, before) === "active" && (before?.since ?? null) === (known?.since ?? null);
      if (!asItWas) return undefined;
      const setting = { ruleId, mode: "shadow", since: now, by: SYSTEM, reason } as const;
      return { setting, announcement: { entry: demotedEntry(found), at: now } };
    });
    if (changed) yield { organizationId: scope.organizationId, ruleId, reason };
  }
}

const demotedEntry = ({ ruleId, rationale, useful, noise, occasions }: Performance): TimelineEntry => ({
  type: "note",
  actor: SYSTEM,
  title: `The rule ${ruleId} only watches from now on`,
  detail: `It was mostly noise. ${rationale} To take it back, promote it.`,
  metadata: { eventKind: "rule_demoted", ruleId, useful, noise, occasions },
});
