import { expect } from "chai";
import { findTemplateRateChanges } from "../../src/detect/detectors/log-template-rate.ts";
import type { LogPatternMissingRule, LogPatternRisingRule, Rule } from "../../src/detect/rules/rule.ts";
import { extraEvidence, extraEvidenceBy, sensitivities, strictnessWith } from "../../src/detect/rules/sensitivity.ts";
import { createNewObservations } from "../../src/detect/state/new-observations.ts";
import { createServiceState } from "../../src/detect/state/service-state.ts";
import type { TemplateRateChange } from "../../src/detect/state/template-baseline.ts";
import { createTemplateSet, matchTemplate } from "../../src/methods/log-templates/template-set.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import {
  createChance,
  createWorld,
  error,
  learned,
  log,
  metric,
  minutes,
  only,
  repeat,
  START,
  traffic,
} from "./support.ts";

/** The sensitivities with which rules find something in the present, after a past. */
const finding = (rules: readonly Rule[], past: readonly Telemetry[], present: readonly Telemetry[]): string[] =>
  sensitivities.filter((sensitivity) => {
    const world = createWorld(rules, { sensitivity });
    expect(world.live(past), "in the past").to.deep.equal([]);
    return world.live(present).length > 0;
  });

const HOUR = START + minutes(60);

describe("the sensitivity of detection", function () {
  this.timeout(20_000);

  const errors = (inMinute: number, lasting: number) =>
    finding(only("log-error-rate"), traffic(START, 60, 60, 1), [
      ...traffic(HOUR, lasting, 60, inMinute),
      ...traffic(HOUR + minutes(lasting), 5, 60, 1),
    ]);

  it("decides how clear a rise of errors must be", () => {
    expect(errors(5, 2)).to.deep.equal(["early"]);
    expect(errors(6, 2)).to.deep.equal(["normal", "early"]);
    expect(errors(10, 3)).to.deep.equal(["quiet", "normal", "early"]);
  });

  it("decides how far a golden signal must shift", () => {
    const latency = (at: number, value: number) => metric(at, value, { name: "request_duration_p50_ms", unit: "ms" });
    const past = repeat(60, (minute) => latency(START + minutes(minute), 200 + (minute % 5) * 6));
    const shifted = (times: number) =>
      finding(
        only("golden-signals"),
        past,
        repeat(6, (minute) => latency(HOUR + minutes(minute), 212 * times)),
      );
    expect(shifted(1.7)).to.deep.equal(["early"]);
    expect(shifted(1.9)).to.deep.equal(["normal", "early"]);
    expect(shifted(4)).to.deep.equal(["quiet", "normal", "early"]);
  });

  it("decides how surely an error is of a new kind", () => {
    const strange = (...at: number[]) =>
      finding(
        only("log-new-pattern"),
        traffic(START, 60, 60, 2),
        at.map((minute) => error(HOUR + minutes(minute), { message: "Could not decode the voucher" })),
      );
    // The chances are (5/65)^3, (2/62)^3 and (2/62)^3 with one more occurrence.
    expect(strange(0, 2, 5)).to.deep.equal(["early"]);
    expect(strange(0, 1, 2)).to.deep.equal(["normal", "early"]);
    expect(strange(0, 1, 2, 3)).to.deep.equal(["quiet", "normal", "early"]);
  });

  it("decides how rare a value of any metric must be", () => {
    const chance = createChance(3);
    const widgets = (at: number, value: number) => metric(at, value, { name: "widgets_in_use", unit: "widgets" });
    const past = repeat(300, (minute) => widgets(START + minutes(minute), 100 + 3 * chance.normal()));
    const jumped = (to: number) =>
      finding(
        learned(60, 3),
        past,
        repeat(5, (minute) => widgets(START + minutes(300 + minute), to)),
      );
    expect(jumped(140)).to.deep.equal(["early"]);
    expect(jumped(165)).to.deep.equal(["normal", "early"]);
    expect(jumped(200)).to.deep.equal(["quiet", "normal", "early"]);
  });

  it("decides how far the rate of a log template must be from its usual", () => {
    const template = matchTemplate(createTemplateSet(), "job finished", START);
    Object.assign(template.statistics, { slots: 1000, levels: [0, 0, 1, 0, 0], lastId: "event-1" });
    const state = createServiceState();
    const holds = (ruleId: string, change: Partial<TemplateRateChange>) =>
      sensitivities.filter((each) => {
        const fresh = { ...createNewObservations(), rateChanges: [{ ...known, ...change }] };
        const [rule] = only(ruleId) as [LogPatternRisingRule | LogPatternMissingRule];
        const subject = { service: "shop", state, fresh, extraEvidence: extraEvidence[each] };
        return findTemplateRateChanges(rule, subject).length > 0;
      });
    const known: TemplateRateChange = { template, change: "rising", count: 1, expected: 1, times: 5, significance: 5 };
    expect(holds("log-pattern-rising", { significance: 4.7 })).to.deep.equal(["early"]);
    expect(holds("log-pattern-rising", { significance: 5 })).to.deep.equal(["normal", "early"]);
    expect(holds("log-pattern-rising", { significance: 5.5 })).to.deep.equal(["quiet", "normal", "early"]);
    expect(holds("log-pattern-missing", { change: "missing", significance: 8 })).to.deep.equal(["early"]);
    expect(holds("log-pattern-missing", { change: "missing", significance: 12 })).to.deep.equal(["normal", "early"]);
  });

  it("changes nothing about thresholds, fatal logs, bursts and failed deployments", () => {
    const all = ["quiet", "normal", "early"];
    const past = traffic(START, 30, 60, 0);
    expect(finding(only("log-fatal"), past, [log(HOUR, { level: "fatal" })])).to.deep.equal(all);
    expect(finding(only("log-error-burst"), past, traffic(HOUR, 1, 60, 60))).to.deep.equal(all);
    const cpu = repeat(5, (minute) => metric(HOUR + minutes(minute), 81));
    expect(finding(only("cpu-high"), past, cpu)).to.deep.equal(all);
    expect(finding(only("cpu-high"), past, cpu.slice(0, 3))).to.deep.equal([]);
  });

  it("leaves the figures of a rule as they are where it is normal", () => {
    for (const strictness of [0.25, 0.8, 1, 1.3, 4])
      expect(strictnessWith(strictness, 12, extraEvidence.normal)).to.equal(strictness);
    expect(strictnessWith(0.25, 6, extraEvidence.early)).to.equal(0.25);
  });

  it("is that of the service, then that of the organization, then normal", () => {
    const evidenceOf = extraEvidenceBy([
      { organizationId: "acme", service: null, sensitivity: "quiet" },
      { organizationId: "acme", service: "shop", sensitivity: "normal" },
      { organizationId: "globex", service: "shop", sensitivity: "early" },
    ]);
    const of = (organizationId: string, service: string) => evidenceOf({ organizationId, service });
    expect([of("acme", "shop"), of("acme", "pay")]).to.deep.equal([0, extraEvidence.quiet]);
    expect([of("globex", "shop"), of("globex", "pay")]).to.deep.equal([extraEvidence.early, 0]);
    expect(of("initech", "shop")).to.equal(0);
  });
});
