import type {
  AutoApplyRequest,
  ListCorrelationDecisionsData,
  RuleCreate,
  RulePreviewRequest,
  RuleUpdate,
} from "../generated/types.gen.ts";
import { everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the decisions. `limit` is the size of a page. */
export type DecisionFilter = Query<ListCorrelationDecisionsData>;

/** The rules that merge, group and suppress incidents, and what they decided. */
export function createCorrelation({ api, with: how }: Port) {
  const decisions = (filter?: DecisionFilter, options?: CallOptions) =>
    page(api.listCorrelationDecisions({ query: { ...filter }, ...how(options) }));
  return {
    /**
     * All rules, in the order in which they are tried.
     * @example
     * for (const { name, priority } of await tocsin.correlation.rules()) console.log(priority, name);
     */
    rules: (options?: CallOptions) => data(api.listCorrelationRules({ ...how(options) })),
    /**
     * One rule.
     * @example
     * const { conditions } = await tocsin.correlation.rule("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(conditions.timeWindowMinutes);
     */
    rule: (id: string, options?: CallOptions) => data(api.getCorrelationRule({ path: { id }, ...how(options) })),
    /**
     * Creates a rule and answers it.
     * @example
     * const rule = await tocsin.correlation.createRule({
     *   name: "same service within ten minutes",
     *   description: "One fault, many alarms.",
     *   conditions: { matchFields: ["service"], timeWindowMinutes: 10 },
     *   action: "merge",
     * });
     * console.log(rule.id);
     */
    createRule: (rule: RuleCreate, options?: CallOptions) =>
      data(api.createCorrelationRule({ body: rule, ...how(options) })),
    /**
     * Changes the given fields of a rule and answers it.
     * @example
     * await tocsin.correlation.updateRule("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { enabled: false });
     */
    updateRule: (id: string, rule: RuleUpdate, options?: CallOptions) =>
      data(api.updateCorrelationRule({ path: { id }, body: rule, ...how(options) })),
    /**
     * Deletes a rule.
     * @example
     * await tocsin.correlation.deleteRule("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    deleteRule: (id: string, options?: CallOptions) =>
      data(api.deleteCorrelationRule({ path: { id }, ...how(options) })),
    /**
     * Previews what a draft of a rule would have done in the last `lookbackDays`. Writes nothing.
     * @example
     * const preview = await tocsin.correlation.previewRule({
     *   rule: { conditions: { matchFields: ["service"], timeWindowMinutes: 10 }, action: "merge" },
     *   lookbackDays: 14,
     * });
     * console.log(`${preview.merged} of ${preview.evaluated} would have been merged.`);
     */
    previewRule: (preview: RulePreviewRequest, options?: CallOptions) =>
      data(api.previewCorrelationRule({ body: preview, ...how(options) })),
    /**
     * Changes of priorities that would help.
     * @example
     * const { recommendations } = await tocsin.correlation.recommendations();
     * for (const { name, suggestedPriority, rationale } of recommendations) console.log(name, suggestedPriority, rationale);
     */
    recommendations: (options?: CallOptions) => data(api.getTuningRecommendations({ ...how(options) })),
    /**
     * Applies the best recommendation where the guardrails let it.
     * @example
     * const result = await tocsin.correlation.autoApply({ lookbackDays: 30 });
     * console.log(result.applied);
     */
    autoApply: (request?: AutoApplyRequest, options?: CallOptions) =>
      data(api.applyTuningRecommendation({ ...(request && { body: request }), ...how(options) })),
    /**
     * One page of the verdicts, the newest first.
     * @example
     * const { items, nextCursor } = await tocsin.correlation.decisions({ incidentId: "019353e1-7c1a-7000-8000-1b2c3d4e5f60" });
     * console.log(items.length, nextCursor);
     */
    decisions,
    /**
     * Every verdict that passes the filters, page after page.
     * @example
     * for await (const { action, reason } of tocsin.correlation.allDecisions({ action: "suppress" })) console.log(action, reason);
     */
    allDecisions: everyItem(decisions),
  };
}
