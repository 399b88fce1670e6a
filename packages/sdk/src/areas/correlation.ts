import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  AutoApplyRequest,
  CorrelationDecision,
  ListCorrelationDecisionsData,
  RuleCreate,
  RulePreviewRequest,
  RuleUpdate,
} from "../generated/core/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the decisions. `limit` is the size of a page. */
export type DecisionFilter = Query<ListCorrelationDecisionsData>;

/** The rules that merge, group and suppress incidents, and what they decided. */
export function createCorrelation({ api, with: how }: Port<CoreApi>) {
  const decisions = (filter?: DecisionFilter, options?: CallOptions) =>
    page(api.listCorrelationDecisions({ query: { ...filter }, ...how(options) }));
  return {
    /** All rules, in the order in which they are tried. */
    rules: (options?: CallOptions) => data(api.listCorrelationRules({ ...how(options) })),
    /** One rule. */
    rule: (id: string, options?: CallOptions) => data(api.getCorrelationRule({ path: { id }, ...how(options) })),
    /** Creates a rule and answers it. */
    createRule: (rule: RuleCreate, options?: CallOptions) =>
      data(api.createCorrelationRule({ body: rule, ...how(options) })),
    /** Changes the given fields of a rule and answers it. */
    updateRule: (id: string, rule: RuleUpdate, options?: CallOptions) =>
      data(api.updateCorrelationRule({ path: { id }, body: rule, ...how(options) })),
    /** Deletes a rule. */
    deleteRule: (id: string, options?: CallOptions) =>
      data(api.deleteCorrelationRule({ path: { id }, ...how(options) })),
    /** What a draft of a rule would have done in the last `lookbackDays`. Writes nothing. */
    previewRule: (preview: RulePreviewRequest, options?: CallOptions) =>
      data(api.previewCorrelationRule({ body: preview, ...how(options) })),
    /** Changes of priorities that would help. */
    recommendations: (options?: CallOptions) => data(api.getTuningRecommendations({ ...how(options) })),
    /** Applies the best recommendation where the guardrails let it. */
    autoApply: (request?: AutoApplyRequest, options?: CallOptions) =>
      data(api.applyTuningRecommendation({ ...(request && { body: request }), ...how(options) })),
    /** One page of the verdicts, the newest first. */
    decisions,
    /** Every verdict that passes the filters, page after page. */
    allDecisions: (
      filter?: DecisionFilter,
      options?: CallOptions,
    ): AsyncGenerator<CorrelationDecision, void, undefined> =>
      eachItem((cursor) => decisions({ ...filter, cursor }, options), filter?.cursor),
  };
}
