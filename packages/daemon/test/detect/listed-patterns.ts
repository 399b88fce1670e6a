import { listPatterns, type PatternQuery } from "../../src/detect/state/list-templates.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { type LogTemplateFacts, type LogTemplateRecord, SLOT_MS, slotOf } from "../../src/model/log-template.ts";
import type { Scope } from "../../src/model/scope.ts";
import { START } from "./support.ts";

export const scope: Scope = { organizationId: "acme", actor: "ada", permissions: [] };
/** Two minutes into a slot. */
export const NOW = slotOf(START) * SLOT_MS + 2 * MINUTE_MS;

/** The stores and helpers of the tests about the list of patterns. */
export function listedPatterns() {
  const list = (stored: readonly LogTemplateRecord[], query: Partial<PatternQuery> = {}) =>
    listPatterns(
      {
        ofService: async (_, service, environment) =>
          stored.filter((each) => each.service === service && (environment ?? each.environment) === each.environment),
      },
      scope,
      { service: "checkout", limit: 100, ...query },
      NOW,
    );
  const idsOf = async (...args: Parameters<typeof list>): Promise<string[]> =>
    (await list(...args)).patterns.map(({ patternId }) => patternId);

  return {
    list,
    idsOf,
  };
}

export const pattern = (
  patternId: string,
  facts: Partial<LogTemplateFacts> = {},
  more: Partial<LogTemplateRecord> = {},
): LogTemplateRecord => ({
  organizationId: "acme",
  service: "checkout",
  environment: "production",
  patternId,
  isError: false,
  facts: {
    template: `template of ${patternId}`,
    aliases: [],
    levels: [0, 10, 0, 0, 0],
    firstAt: NOW - 10 * DAY_MS,
    lastAt: NOW - MINUTE_MS,
    lastId: "01900000-0000-7000-8000-000000000000",
    slot: slotOf(NOW),
    inSlot: 3,
    inLast: 4,
    usual: 5,
    habit: "steady",
    cameLate: false,
    ...facts,
  },
  ...more,
});
