import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { OutcomeUnknown } from "../../src/remediate/targets/executor.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, openBench, refuse } from "./execution-bench.ts";

onEachEngine("The end of executions", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = openBench(await store.openDatabase());
  });
  afterEach(() => store.drop());

  it("of a plan that no longer fits fail, name what differs and touch nothing", async () => {
    const action = await bench.queued();
    const { executor } = bench.world;
    const resolveTarget: typeof executor.resolveTarget = async (...given) => ({
      ...(await executor.resolveTarget(...given)),
      target: { kind: "Deployment", name: "checkout", uid: "another" },
    });
    await bench.drain({ executorOf: () => ({ ...executor, resolveTarget }) });
    expect((await bench.stands(action)).error).to.contain('target.uid was absent and is "another"');
    const simulated = await bench.queued();
    await bench.drain({ mode: "simulate" });
    expect((await bench.stands(simulated)).error).to.contain('mode was "live" and is "simulate"');
    expect(bench.world.applied).to.deep.equal([]);
  });

  describe("that come to an end which isn't the wished one", () => {
    it("say who refused, and that nothing was changed", async () => {
      expect((await bench.failed({ check: refuse })).error).to.equal(
        "Nothing was touched: The account may not patch deployments.",
      );
      expect((await bench.failed({ send: refuse })).error).to.equal(
        "It was refused, and nothing was changed: The account may not patch deployments.",
      );
      expect(bench.world.applied).to.deep.equal([]);
    });

    it("tell the cluster's reason of a rollout that failed", async () => {
      const settle = async () => ({ ok: false, reason: "ImagePullBackOff\u0000", details: { pods: 1 } }) as const;
      const failed = await bench.failed({ awaitOutcome: settle });
      expect(failed.error).to.equal("ImagePullBackOff");
      expect(failed.details["outcome"]).to.deep.equal({ pods: 1 });
    });

    it("are seen through where the answer was lost and it came through all the same", async () => {
      const action = await bench.queued();
      const { send } = bench.world.executor;
      const lossy: typeof send = async (...given) => {
        await send(...given);
        throw new OutcomeUnknown("No answer came.");
      };
      await bench.drain({ executorOf: () => ({ ...bench.world.executor, send: lossy }) });
      expect(await bench.stands(action)).to.include({ status: "COMPLETED" });
      bench.world.leavesTraces = false;
      expect((await bench.failed({ send: lossy })).error).to.match(
        /^Outcome unknown: No answer came\. .*It is not sent again/,
      );
    });

    it("say what they waited for where it took too long", async () => {
      const action = await bench.queued();
      const { executor } = bench.world;
      const settle: typeof executor.awaitOutcome = async (_action, _sent, tell, signal) => {
        await tell("1 of 3 pods is new.");
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      };
      await bench.drain({ executorOf: () => ({ ...executor, awaitOutcome: settle }), timeMsMax: 50 });
      expect((await bench.stands(action)).error).to.contain("The last that was seen: 1 of 3 pods is new.");
    });

    it("are tried again where what they act on can't be looked at, and say so in the end", async () => {
      const action = await bench.queued();
      let tries = 0;
      const check = async (): Promise<void> => {
        tries += 1;
        throw new Error("a bug");
      };
      for (let round = 0; round < 7; round++, bench.now += MINUTE_MS) {
        await bench.drain({ executorOf: () => ({ ...bench.world.executor, check }) });
      }
      expect(tries).to.equal(5);
      expect((await bench.stands(action)).error).to.match(
        /^The execution was interrupted 5 times.*Nothing was touched\.$/,
      );
      expect(await bench.executions.countOpen()).to.equal(0);
    });
  });
});
