import type {
  DetectionPreviewRequest,
  FeedbackGive,
  GetDetectionPerformanceData,
  ListShadowOpeningsData,
  RuleModeSet,
} from "../generated/types.gen.ts";
import { everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters by the last `days` (default 30) and by one rule. */
export type PerformanceFilter = Query<GetDetectionPerformanceData>;
/** Filters of the shadow openings. `limit` is the size of a page. */
export type ShadowFilter = Query<ListShadowOpeningsData>;

/** A preview ends by itself after 20 seconds of reading, and then answers. */
const previewTimeoutMs = 60_000;

/** The rules that turn telemetry into incidents: those in force, drafts, and how right each of them is. */
export function createDetection({ api, with: how }: Port) {
  const shadows = (filter?: ShadowFilter, options?: CallOptions) =>
    page(api.listShadowOpenings({ query: { ...filter }, ...how(options) }));
  return {
    /**
     * The rules in force, built in or from the detection file, each with its mode in your organization.
     * @example
     * for (const { id, enabled, description } of await tocsin.detection.rules()) console.log(id, enabled, description);
     */
    rules: (options?: CallOptions) => data(api.listDetectionRules({ ...how(options) })),
    /**
     * Checks the text of a detection file: its rules, or every problem with line and column. An invalid file is an
     * answer and no error.
     * @example
     * import { readFile } from "node:fs/promises";
     *
     * const { valid, problems } = await tocsin.detection.check(await readFile("detection.yaml", "utf8"));
     * for (const { line, column, message } of problems) console.error(`detection.yaml:${line}:${column}: ${message}`);
     */
    check: (rules: string, options?: CallOptions) =>
      data(api.checkDetectionRules({ body: { rules }, ...how(options) })),
    /**
     * Previews what draft rules would have opened in a range of the stored telemetry, by default the last 24 hours.
     * Writes nothing. Takes some 10 microseconds an event, and up to 20 seconds: `truncated` and `coveredUntil` say
     * where it ended. One try has 60 seconds unless `timeoutMs` is given.
     * @throws RateLimitError where a preview of the organization is running, BadRequestError, with each problem in its
     * details, where the draft isn't valid.
     * @example
     * import { readFile } from "node:fs/promises";
     *
     * const draft = await readFile("detection.yaml", "utf8");
     * const { openings } = await tocsin.detection.preview({ rules: draft, ruleIds: ["queue-too-long"] });
     * for (const { openedAt, service, title } of openings) console.log(openedAt, service, title);
     */
    preview: (preview: DetectionPreviewRequest, options?: CallOptions) =>
      data(
        api.previewDetectionRules({
          body: preview,
          ...how({ ...options, timeoutMs: options?.timeoutMs ?? previewTimeoutMs }),
        }),
      ),
    /**
     * The openings and the precision of every rule in the last days. The precision has an interval (confidence 95 %),
     * and a recommendation to promote or demote the rule.
     * @example
     * for (const { ruleId, precision, recommendation } of await tocsin.detection.performance({ days: 30 }))
     *   console.log(ruleId, precision.value, `${precision.lower} to ${precision.upper}`, recommendation);
     */
    performance: (filter?: PerformanceFilter, options?: CallOptions) =>
      data(api.getDetectionPerformance({ query: { ...filter }, ...how(options) })),
    /**
     * Makes a rule open incidents (`active`), only watch (`shadow`), or do what the detection file says (`null`), and
     * answers it.
     * @example
     * await tocsin.detection.setMode("log-new-pattern", { mode: "shadow", reason: "Too loud since the migration." });
     */
    setMode: (ruleId: string, mode: RuleModeSet, options?: CallOptions) =>
      data(api.setDetectionRuleMode({ path: { ruleId }, body: mode, ...how(options) })),
    /**
     * One page of what rules in shadow would have opened, the newest first.
     * @example
     * const { items } = await tocsin.detection.shadows({ ruleId: "queue-too-long", limit: 20 });
     * for (const { openedAt, service, title, verdict } of items) console.log(openedAt, service, title, verdict);
     */
    shadows,
    /**
     * All that rules in shadow would have opened, page after page.
     * @example
     * for await (const { id, verdict } of tocsin.detection.allShadows({ service: "checkout-api" })) console.log(id, verdict);
     */
    allShadows: everyItem(shadows),
    /**
     * One shadow opening.
     * @example
     * const { title, incidentId } = await tocsin.detection.shadow("019353e1-7c1a-7000-8000-2b2c3d4e5f61");
     * console.log(title, incidentId ?? "nobody else saw it");
     */
    shadow: (id: string, options?: CallOptions) => data(api.getShadowOpening({ path: { id }, ...how(options) })),
    /**
     * Says what you think of a shadow opening, in place of what you said before, and answers it.
     * @example
     * await tocsin.detection.judgeShadow("019353e1-7c1a-7000-8000-2b2c3d4e5f61", { verdict: "useful" });
     */
    judgeShadow: (id: string, feedback: FeedbackGive, options?: CallOptions) =>
      data(api.giveShadowFeedback({ path: { id }, body: feedback, ...how(options) })),
  };
}
