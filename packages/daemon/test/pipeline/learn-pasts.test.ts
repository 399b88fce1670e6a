import { expect } from "chai";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { createMutex } from "../../src/kernel/mutex.ts";
import type { CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import { type LearnPastsDeps, learnPasts } from "../../src/pipeline/learn-pasts.ts";
import { builtInRules, log, START } from "../detect/support.ts";

const KEY = { organizationId: "default", service: "checkout-api" };
const SIGNAL = new AbortController().signal;
const away = new Error("The database is away.");

/** One service without a past, and how often its past was asked for and stored. */
function world(answer: () => ReturnType<LearnPastsDeps["learnPast"]>, outcome: CommitOutcome = "stored") {
  const engine = createDetectionEngine(builtInRules);
  engine.load(KEY, null);
  engine.observe([log(START)], START);
  const [asked, commits, warnings]: [number[], string[][], string[]] = [[], [], []];
  const deps = {
    engine,
    exclusively: createMutex(),
    clock: { now: () => START },
    logger: { ...silentLogger, warn: (message: string) => void warnings.push(message) },
    group: undefined as LearnPastsDeps["group"],
    isTransient: (error: unknown) => error === away,
    isDamage: () => false,
    learnPast: (past: { before: number }) => {
      asked.push(past.before);
      return answer();
    },
    store: {
      async commit({ states }: { states: readonly { service: string }[] }) {
        commits.push(states.map(({ service }) => service));
        return outcome;
      },
    },
  };
  return { engine, asked, commits, warnings, deps, run: () => learnPasts(deps as unknown as LearnPastsDeps, SIGNAL) };
}

const learned = async () => ({ environments: new Map(), events: 7 });

describe("Learning the pasts of services", () => {
  it("stores what was learned once, and asks no more", async () => {
    const { run, asked, commits } = world(learned);
    await run();
    await run();
    expect(asked).to.deep.equal([START]);
    expect(commits).to.deep.equal([["checkout-api"]]);
  });

  it("stores nothing for a service without a past", async () => {
    const { run, asked, commits } = world(async () => ({ environments: null, events: 0 }));
    await run();
    await run();
    expect([asked.length, commits.length]).to.deep.equal([1, 0]);
  });

  it("tries again after storage was away", async () => {
    let failures = 1;
    const { run, asked, commits } = world(() => (failures-- > 0 ? Promise.reject(away) : learned()));
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error).to.equal(away);
    await run();
    expect([asked.length, commits.length]).to.deep.equal([2, 1]);
  });

  it("warns of telemetry that can't be replayed, and goes on without it", async () => {
    const { run, asked, warnings } = world(() => Promise.reject(new Error("no JSON")));
    await run();
    await run();
    expect(asked).to.have.lengthOf(1);
    expect(warnings).to.deep.equal(["Detection can't learn the past of a service; it begins with the present"]);
  });

  it("drops a state whose lease was lost meanwhile, so that the next holder learns it", async () => {
    const { run, engine } = world(learned, "lease_lost");
    await run();
    expect(engine.missing([log(START)])).to.deep.equal([KEY]);
  });

  it("writes nothing for a partition that another worker holds", async () => {
    const { run, deps, commits } = world(learned);
    let [asked, read] = [0, 0];
    const leaseOf = (): undefined => {
      asked++;
    };
    deps.group = { partitions: 8, leases: () => [], leaseOf };
    deps.learnPast = async () => {
      read++;
      return learned();
    };
    // The state leaves memory later.
    await run();
    expect([read, asked, commits.length]).to.deep.equal([1, 1, 0]);
  });
});
