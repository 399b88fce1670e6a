import { expect } from "chai";
import type { Rule } from "../../src/detect/rules/rule.ts";
import { decodeState } from "../../src/detect/state/service-codec.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { type Change, days, HEARTBEAT, RETRY } from "./days.ts";
import { builtInRules, createWorld, deployment, metric, repeat, START, traffic } from "./support.ts";

/** The built-in ones, those that are switched off too. */
const rules: Rule[] = builtInRules
  .filter(({ detector }) => /^log-pattern-(rising|falling|missing)$/.test(detector))
  .map((rule) => ({ ...rule, enabled: true }));

const LIVE = START + DAY_MS + 2 * HOUR_MS;
const END = START + 2 * DAY_MS;

function live(
  seed: number,
  services: number,
  to: number,
  changes: readonly Change[],
  other: Telemetry[] = [],
): Candidate[] {
  const world = createWorld(rules);
  const found: Candidate[] = [];
  for (const minute of days(seed, { services, from: START, to, changes })) {
    const end = minute.at(-1)?.timestamp ?? 0;
    const due = other.splice(0, other.findLastIndex(({ timestamp }) => timestamp <= end) + 1);
    if (minute.length > 0) found.push(...world.send([...due, ...minute]));
  }
  return found;
}

const change = (service: string, apply: Change["apply"], from = LIVE, to = END): Change => ({
  service,
  from,
  to,
  apply,
});
const without =
  (message: string): Change["apply"] =>
  (event) =>
    event.message === message ? [] : [event];

describe("rules about how often a pattern comes", function () {
  this.timeout(120_000);

  it("open nothing on a healthy day of twenty services that restart, pause, get three times the traffic and new releases", () => {
    const reworded: Change["apply"] = (event) => [{ ...event, message: `[v2] ${event.message} (async)` }];
    const tripled: Change["apply"] = (event) => ["a", "b", "c"].map((copy) => ({ ...event, id: event.id + copy }));
    const changes = [
      change("service-1", () => [], LIVE, LIVE + 4 * MINUTE_MS),
      change("service-2", () => [], LIVE + HOUR_MS, LIVE + 3 * HOUR_MS),
      change("service-3", reworded, LIVE + 2 * HOUR_MS),
      change("service-4", without(HEARTBEAT), LIVE + 2 * HOUR_MS),
      change("service-5", tripled, LIVE + 3 * HOUR_MS, LIVE + 5 * HOUR_MS),
    ];
    const release = deployment(LIVE + 2 * HOUR_MS, { service: "service-4" });
    const found = live(1, 20, END, changes, [release]);
    expect(found.map(({ deduplicationKey, title }) => `${deduplicationKey} ${title}`)).to.deep.equal([]);
  });

  it("open nothing when a burst ends in a lull of five minutes", () => {
    const times =
      (number: number): Change["apply"] =>
      (event) =>
        event.message.startsWith("GET")
          ? Array.from({ length: number }, (_, copy) => ({ ...event, id: `${event.id}-${copy}` }))
          : [event];
    let nth = 0;
    const seldom: Change["apply"] = (event) => (event.message.startsWith("GET") && nth++ % 20 > 0 ? [] : [event]);
    const slot = 5 * MINUTE_MS;
    const changes = [
      change("service-0", times(60), LIVE, LIVE + slot),
      change("service-0", seldom, LIVE + slot, LIVE + 2 * slot),
      change("service-0", times(8), START, END),
    ];
    const found = live(4, 1, LIVE + HOUR_MS, changes);
    expect(found.filter(({ ruleId }) => ruleId === "log-pattern-falling")).to.deep.equal([]);
  });

  it("open nothing when a release that takes twenty minutes words messages anew", () => {
    const to = LIVE + 20 * MINUTE_MS;
    let nth = 0;
    const reworded: Change["apply"] = (event) => [
      event.timestamp > to || nth++ % 2 === 0 ? { ...event, message: `[v2] ${event.message} (async)` } : event,
    ];
    expect(live(6, 1, LIVE + 2 * HOUR_MS, [change("service-0", reworded)])).to.deep.equal([]);
    const gone: Change["apply"] = (event) => (event.timestamp > to && event.message === HEARTBEAT ? [] : [event]);
    const release = deployment(LIVE, { service: "service-0" });
    expect(live(6, 1, LIVE + 2 * HOUR_MS, [change("service-0", gone)], [release])).to.deep.equal([]);
  });

  it("learn nothing from five minutes twice, though metrics go on where logs end", () => {
    const slotsOf = (stored: string): number[] =>
      [...(decodeState(stored).environments.get("production")?.otherTemplates.templates.values() ?? [])].map(
        ({ statistics: use }) => use.slots,
      );
    const world = createWorld(rules);
    world.live(traffic(START, 60, 10, 0, { metadata: { env: "production" } }));
    const before = slotsOf(world.state());
    const at = START + HOUR_MS;
    world.live(repeat(120, (index) => metric(at + index * MINUTE_MS, 5, { labels: { env: "production" } })));
    expect(slotsOf(world.state())).to.deep.equal(before);
    world.live(traffic(at + 2 * HOUR_MS, 10, 10, 0, { metadata: { env: "production" } }));
    expect(slotsOf(world.state())).to.deep.equal(before.map((slots) => slots + 2));
  });

  it("find a heartbeat that ends within some minutes, and say silence", () => {
    const found = live(2, 1, LIVE + HOUR_MS, [change("service-0", without(HEARTBEAT))]);
    const [first] = found;
    expect(first).to.deep.include({ ruleId: "log-pattern-missing", signalType: "silence", service: "service-0" });
    expect(first?.title).to.contain(HEARTBEAT);
    expect((first?.at ?? 0) - LIVE).to.be.within(1, 15 * MINUTE_MS);
    expect(new Set(found.map(({ deduplicationKey }) => deduplicationKey)).size).to.equal(1);
  });

  it("say nothing of a heartbeat that a deployment took away", () => {
    const release = deployment(LIVE, { service: "service-0" });
    expect(live(2, 1, LIVE + HOUR_MS, [change("service-0", without(HEARTBEAT))], [release])).to.deep.equal([]);
  });

  it("find a warning that comes far more often than ever, and no more once six hours made it usual", () => {
    const often: Change["apply"] = (event) =>
      event.message === RETRY
        ? Array.from({ length: 20 }, (_, copy) => ({ ...event, id: `${event.id}-${copy}` }))
        : [event];
    const found = live(3, 4, LIVE + 9 * HOUR_MS, [change("service-3", often)]);
    expect(new Set(found.map(({ ruleId, service }) => `${ruleId} ${service}`))).to.deep.equal(
      new Set(["log-pattern-rising service-3"]),
    );
    expect(found[0]).to.include({ signalType: "log_error_rate" });
    expect((found[0]?.at ?? 0) - LIVE).to.be.at.most(15 * MINUTE_MS);
    expect((found.at(-1)?.at ?? 0) - LIVE).to.be.at.most(7 * HOUR_MS);
  });

  it("find a kind of message that nearly stops while its service goes on", () => {
    let nth = 0;
    const seldom: Change["apply"] = (event) => (event.message.startsWith("GET") && nth++ % 50 > 0 ? [] : [event]);
    const loud: Change["apply"] = (event) =>
      event.message.startsWith("GET")
        ? Array.from({ length: 8 }, (_, copy) => ({ ...event, id: `${event.id}-${copy}` }))
        : [event];
    const changes = [change("service-0", loud, START, LIVE), change("service-0", seldom)];
    const found = live(4, 1, LIVE + HOUR_MS, changes);
    expect(found[0]).to.include({ ruleId: "log-pattern-falling", signalType: "silence" });
    expect((found[0]?.at ?? 0) - LIVE).to.be.at.most(20 * MINUTE_MS);
  });
});
