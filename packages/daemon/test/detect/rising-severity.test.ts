import { expect } from "chai";
import { findTemplateRateChanges } from "../../src/detect/detectors/log-template-rate.ts";
import type { LogPatternRisingRule } from "../../src/detect/rules/rule.ts";
import { createNewObservations } from "../../src/detect/state/new-observations.ts";
import { createServiceState } from "../../src/detect/state/service-state.ts";
import { createTemplateSet, matchTemplate } from "../../src/methods/log-templates/template-set.ts";
import { only, START } from "./support.ts";

/** A template that comes so many times as often as ever, in that many slots in a row. */
function severityOf(times: number, oddSlots: number): string | undefined {
  const template = matchTemplate(createTemplateSet(), "could not price the product", START);
  Object.assign(template.statistics, { slots: 1000, levels: [0, 0, 0, 1, 0], lastId: "event-1", oddSlots });
  const change = { template, change: "rising", count: 26, expected: 5, times, significance: 8 } as const;
  const fresh = { ...createNewObservations(), rateChanges: [change] };
  const [rule] = only("log-pattern-rising") as [LogPatternRisingRule];
  return findTemplateRateChanges(rule, { service: "shop", state: createServiceState(), fresh, extraEvidence: 0 })[0]
    ?.severity;
}

describe("a message that comes more often than ever", () => {
  it("is LOW while it may be a burst, and MEDIUM once it lasts for ten minutes", () => {
    expect(severityOf(4, 1)).to.equal("LOW");
    expect(severityOf(4, 2)).to.equal("MEDIUM");
  });

  it("is HIGH at once from ten times on", () => {
    expect(severityOf(10, 1)).to.equal("HIGH");
  });
});
