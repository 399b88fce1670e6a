import { expect } from "chai";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { learnPast, type PastDeps } from "../../src/detect/replay/learn-past.ts";
import { decodeState } from "../../src/detect/state/service-codec.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { builtInRules, createWorld, error, keys, log, metric, minutes, repeat, START, traffic } from "./support.ts";

const KEY = { organizationId: "default", service: "checkout-api" };
const SIGNAL = new AbortController().signal;

/** An archive of these records in pages of their order. */
const archiveOf = (telemetry: readonly Telemetry[], hours: readonly { start: number; events: number }[] = []) => {
  const deps: PastDeps = {
    rules: builtInRules,
    countedHours: async () => hours,
    archive: {
      async walk(_scope, { from, to, limit, cursor }) {
        const found = telemetry.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
        const start = Number(cursor ?? 0);
        const records = found.slice(start, start + limit).map(toRecordJson);
        return start + limit < found.length ? { records, cursor: String(start + limit) } : { records };
      },
    },
  };
  return (before: number) => learnPast(deps, { key: KEY, before }, SIGNAL);
};

const latency = (from: number, lasting: number, value: number) =>
  repeat(lasting, (minute) => metric(from + minutes(minute), value, { name: "http_request_duration_p99", unit: "ms" }));

describe("The past from the archive", () => {
  const past = [...traffic(START, 60, 60, 1), ...latency(START, 60, 120)].sort((a, b) => a.timestamp - b.timestamp);
  const lost = START + minutes(70);

  it("gives a state that was lost what it knew: the same levels, rates and templates", async () => {
    const world = createWorld();
    world.live(past, 1000);
    const [known] = decodeState(world.state()).environments.values();
    const { environments, events } = await archiveOf(past)(lost);
    const [learned] = environments?.values() ?? [];
    expect(events).to.equal(past.length);
    expect(learned?.errorRate).to.deep.equal(known?.errorRate);
    expect(learned?.logsSeen).to.equal(known?.logsSeen);
    expect([...(learned?.series.values() ?? [])].map(({ golden }) => golden?.shift.level)).to.deep.equal(
      [...(known?.series.values() ?? [])].map(({ golden }) => golden?.shift.level),
    );
    expect([...(learned?.errorTemplates.ids.keys() ?? [])]).to.deep.equal([
      ...(known?.errorTemplates.ids.keys() ?? []),
    ]);
  });

  it("is nothing for a new service, whatever times its telemetry has", async () => {
    const sent = past.map((item) => ({ ...item, receivedAt: lost }));
    expect(await archiveOf(sent)(lost)).to.deep.equal({ environments: null, events: 0 });
  });

  it("begins with the last hours that hold no more than a hundred thousand events", async () => {
    const hours = [0, 1, 2].map((nth) => ({ start: START + nth * HOUR_MS, events: 40_000 }));
    const telemetry = [log(START + minutes(30)), log(START + minutes(90))];
    expect((await archiveOf(telemetry, hours)(START + 3 * HOUR_MS)).events).to.equal(1);
    expect((await archiveOf(telemetry, hours.slice(1))(START + 3 * HOUR_MS)).events).to.equal(2);
  });

  it("makes an outage open that began after the loss, and opens nothing by itself", async () => {
    const live = [...latency(lost, 2, 120), ...latency(lost + minutes(2), 4, 4800)];
    const engine = createDetectionEngine(builtInRules);
    engine.load(KEY, null);
    expect(live.flatMap((item) => engine.observe([item], item.timestamp))).to.deep.equal([]);

    const learning = createDetectionEngine(builtInRules);
    learning.load(KEY, null);
    const [first, ...others] = live as [Telemetry, ...Telemetry[]];
    learning.observe([first], first.timestamp);
    const unlearned = learning.nextUnlearned();
    expect(unlearned).to.deep.equal({ key: KEY, before: lost });
    const { environments } = await archiveOf(past)(lost);
    expect(learning.adoptPast(KEY, environments, lost)).to.equal(true);
    expect(learning.nextUnlearned()).to.equal(undefined);
    const opened = others.flatMap((item) => learning.observe([item], item.timestamp));
    expect(keys(opened)).to.include("golden-signals:checkout-api:http_request_duration_p99");
  });

  it("stays to be learned after a restart, until it is adopted", async () => {
    const engine = createDetectionEngine(builtInRules);
    engine.load(KEY, null);
    engine.observe([error(lost)], lost);
    const interrupted = engine.takeChanges()[0]?.state as string;
    const restarted = createDetectionEngine(builtInRules);
    restarted.load(KEY, interrupted);
    expect(restarted.nextUnlearned()).to.equal(undefined);
    restarted.observe([error(lost + 1000)], lost + 1000);
    expect(restarted.nextUnlearned()).to.deep.equal({ key: KEY, before: lost + 1000 });
    const { environments } = await archiveOf(past)(lost);
    restarted.adoptPast(KEY, environments, lost + 1000);
    const adopted = restarted.takeChanges()[0]?.state as string;
    expect(decodeState(adopted).unlearned).to.deep.equal([]);
    expect(decodeState(adopted).environments.get("")?.logsSeen).to.equal(3600);
  });

  it("replaces only the sections that can't be read", async () => {
    const world = createWorld();
    world.live(past, 1000);
    const stored = JSON.parse(world.state());
    stored.environments[0][1]["series@5"] = "damaged";
    stored.environments[0][1].logsSeen = 77;
    delete stored.unlearned;
    const resets: unknown[] = [];
    const engine = createDetectionEngine(builtInRules, { onReset: (_key, sections) => resets.push(sections) });
    engine.load(KEY, JSON.stringify(stored));
    expect(resets).to.deep.equal([["series"]]);
    engine.observe([log(lost)], lost);
    const { environments } = await archiveOf(past)(lost);
    engine.adoptPast(KEY, environments, lost);
    const [state] = decodeState(engine.takeChanges()[0]?.state ?? null).environments.values();
    expect(state?.series.size).to.equal(1);
    expect(state?.logsSeen).to.equal(78);
  });

  it("of production is joined with what came without an environment since", async () => {
    const named = past.map((item) => (item.kind === "log" ? { ...item, metadata: { env: "production" } } : item));
    const engine = createDetectionEngine(builtInRules);
    engine.load(KEY, null);
    engine.observe([log(lost)], lost);
    const { environments } = await archiveOf(named)(lost);
    engine.adoptPast(KEY, environments, lost);
    expect([...decodeState(engine.takeChanges()[0]?.state ?? null).environments.keys()]).to.deep.equal(["production"]);
  });
});
