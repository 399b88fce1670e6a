import { expect } from "chai";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { LogEvent, Telemetry } from "../../src/model/telemetry.ts";
import { builtInRules, COLLIDING, log, metric, START } from "./support.ts";

const key = { organizationId: "default", service: "checkout-api" };

/** Lets the engine see telemetry, batch by batch, as a process would that is started anew for each. */
function observe(batches: readonly (readonly Telemetry[])[], stored: string | null = null): string | null {
  let state = stored;
  for (const batch of batches) {
    const engine = createDetectionEngine(builtInRules);
    engine.load(key, state);
    engine.observe(batch, batch.at(-1)?.receivedAt ?? START);
    state = engine.takeChanges()[0]?.state ?? state;
  }
  return state;
}

const idsOf = (logs: readonly LogEvent[]): (string | undefined)[] => logs.map(({ patternId }) => patternId);

describe("The pattern of a log", () => {
  it("is the same for one kind of message, and another for another, whatever its level", () => {
    const logs = [
      log(START, { message: "order 17 was paid in 20 ms" }),
      log(START, { message: "order 18 was paid in 310 ms" }),
      log(START, { message: "stock is low", level: "warn" }),
      log(START, { message: "stock is low", level: "error" }),
      log(START, { message: "stock of 5f0c2a9177 isn't known", level: "fatal" }),
    ];
    observe([logs]);
    const [one, two, three, four, five] = idsOf(logs);
    for (const each of [one, three, five]) expect(each).to.match(/^[0-9a-f]{8}$/);
    expect(two).to.equal(one);
    expect(four).to.equal(three);
    expect(new Set([one, three, five]).size).to.equal(3);
  });

  it("is known again after its service's state was stored and read", () => {
    const first = Array.from({ length: 20 }, (_, index) =>
      log(START, { message: `lease of worker ${"abcdefghijklmnopqrst"[index]} was taken over for shard ${index}` }),
    );
    const again = first.map(({ message }) => log(START + MINUTE_MS, { message }));
    observe([first, again]);
    const folded = idsOf(first).at(-1);
    expect(idsOf(again)).to.deep.equal(again.map(() => folded));
  });

  it("is found for what is old too, which teaches detection nothing", () => {
    const old = log(START - DAY_MS, { receivedAt: START, message: "import 5 is done", level: "error" });
    const state = JSON.parse(observe([[log(START), old]]) ?? "") as {
      environments: [string, { logsSeen: number; patterns: [number, number, unknown[][]] }][];
    };
    expect(old.patternId).to.match(/^[0-9a-f]{8}$/);
    expect(state.environments[0]?.[1].logsSeen).to.equal(1);
    const live = log(START, { message: "import 6 is done", level: "error" });
    observe([[live]], JSON.stringify(state));
    expect(live.patternId).to.equal(old.patternId);
  });

  it("shows its last log, also when a backfill of earlier ones comes later", async () => {
    const engine = createDetectionEngine(builtInRules);
    engine.load(key, null);
    const imported = log(START - DAY_MS - 2 * HOUR_MS, { receivedAt: START, message: "import 5 is done" });
    const live = log(START - DAY_MS, { receivedAt: START - DAY_MS, message: "import 6 is done" });
    engine.observe([live, imported], START);
    const [listed] = engine.takeChanges()[0]?.listing ?? [];
    expect(listed?.patterns.map(({ facts }) => [facts.lastId, facts.lastAt])).to.deep.equal([
      [live.id, live.timestamp],
    ]);
  });

  it("is its own, though another kind was made to have the same", () => {
    const logs = COLLIDING.map((message) => log(START, { message }));
    const again = COLLIDING.map((message) => log(START + MINUTE_MS, { message }));
    observe([logs, again]);
    expect(new Set(idsOf(logs)).size).to.equal(2);
    expect(idsOf(again)).to.deep.equal(idsOf(logs));
  });

  it("is nothing that metrics have", () => {
    const point = metric(START, 5);
    observe([[point]]);
    expect(point).to.not.have.property("patternId");
  });
});
