import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { DetectionPreviewRequest } from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** A preview ends by itself after 20 seconds of reading, and then answers. */
const previewTimeoutMs = 60_000;

/** The rules that turn telemetry into incidents: those in force, and drafts. */
export function createDetection({ api, with: how }: Port<CoreApi>) {
  return {
    /**
     * The rules in force, built in or from the detection file.
     *
     * @example
     * for (const { id, enabled, description } of await tocsin.detection.rules()) console.log(id, enabled, description);
     */
    rules: (options?: CallOptions) => data(api.listDetectionRules({ ...how(options) })),
    /**
     * What the text of a detection file holds, or all that is wrong with it, by line and column. A file that isn't valid
     * is an answer and no error.
     *
     * @example
     * import { readFile } from "node:fs/promises";
     *
     * const { valid, problems } = await tocsin.detection.check(await readFile("detection.yaml", "utf8"));
     * for (const { line, column, message } of problems) console.error(`detection.yaml:${line}:${column}: ${message}`);
     */
    check: (rules: string, options?: CallOptions) =>
      data(api.checkDetectionRules({ body: { rules }, ...how(options) })),
    /**
     * What draft rules would have opened in a range of the stored telemetry, the last 24 hours where none is named.
     * Writes nothing. Takes some 10 microseconds an event, and up to 20 seconds: `truncated` and `coveredUntil` say where
     * it ended, and one try has 60 seconds where no `timeoutMs` is given.
     * @throws RateLimitError where a preview of the organization is running, BadRequestError, with each problem in its
     * details, where the draft isn't valid.
     *
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
  };
}
