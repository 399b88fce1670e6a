import { expect } from "chai";
import { EXECUTION_LEASE_MS } from "../../src/model/lease-limits.ts";
import type { ExecutionStore } from "../../src/remediate/actions/execution-store.ts";
import type { ExecuteDeps } from "../../src/remediate/execute/execution-steps.ts";
import { ExecutionRefused, type Executor } from "../../src/remediate/targets/executor.ts";
import { change } from "./action-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, openBench } from "./execution-bench.ts";

onEachEngine("Executions whose lease was lost", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = openBench(await store.openDatabase());
  });
  afterEach(() => store.drop());

  describe("that is held up between the word that it sends and its call", () => {
    /** Held up for as long as the lease, with what others do meanwhile. */
    const heldUp = (meanwhile: () => Promise<void>): Partial<ExecuteDeps> => {
      const { executor } = bench.world;
      const send: Executor["send"] = async (...given) => {
        bench.now += EXECUTION_LEASE_MS;
        await meanwhile();
        return executor.send(...given);
      };
      return { executorOf: () => ({ ...executor, send }) };
    };

    it("send nothing any more, and say so", async () => {
      const action = await bench.queued();
      await bench.drain(heldUp(async () => undefined));
      const { status, error } = await bench.stands(action);
      expect([status, error]).to.deep.equal([
        "FAILED",
        "Nothing was sent: the worker was held up right before, for so long that another may have taken the action over. Request it again.",
      ]);
      expect(bench.world.applied).to.deep.equal([]);
      await bench.expectWhole();
    });

    it("leave it to the worker that took it over, and send nothing after that one has ended it", async () => {
      const action = await bench.queued();
      await bench.drain(heldUp(() => bench.drain()));
      const { status, error } = await bench.stands(action);
      expect(status).to.equal("FAILED");
      expect(error).to.match(/^Outcome unknown: /);
      expect(bench.world.applied).to.deep.equal([]);
      expect(bench.ended).to.deep.equal(["FAILED"]);
    });

    it("send it where the lease was prolonged meanwhile", async () => {
      const action = await bench.queued();
      let renewed = 0;
      const executions: ExecutionStore = {
        ...bench.executions,
        renew: (...given) => bench.executions.renew(...given).finally(() => ++renewed),
      };
      // The word that it sends is written down slowly, and half of the lease goes by meanwhile.
      const slow: ExecutionStore["advance"] = async (...given) => {
        const isOwn = await bench.executions.advance(...given);
        if (given[1] === "sending") bench.now += 0.9 * EXECUTION_LEASE_MS;
        return isOwn;
      };
      await bench.drain({ executions: { ...executions, advance: slow } });
      expect(await bench.stands(action)).to.include({ status: "COMPLETED" });
      expect([renewed, bench.world.applied]).to.deep.equal([1, [action.id]]);
    });
  });

  it("keep what was answered though the database is away right after, and nothing else shows it", async () => {
    bench.world.leavesTraces = false;
    const refuse: Executor["send"] = async () => {
      throw new ExecutionRefused("No such pod.");
    };
    const away: string[] = [];
    const onceAway = <Given extends unknown[], Answer>(name: string, write: (...given: Given) => Promise<Answer>) => {
      let isAway = true;
      return async (...given: Given): Promise<Answer> => {
        if (name === "advance" && given[1] !== "sent") return write(...given);
        if (!isAway) return write(...given);
        isAway = false;
        away.push(name);
        throw new Error("The database is away.");
      };
    };
    const { advance, end } = bench.executions;
    const executions = { ...bench.executions, advance: onceAway("advance", advance), end: onceAway("end", end) };
    const done = await bench.queued();
    await bench.drain({ executions });
    expect(await bench.stands(done)).to.include({ status: "COMPLETED" });
    expect(away).to.deep.equal(["advance", "end"]);
    const refused = await bench.queued();
    const { executor } = bench.world;
    const again = { ...bench.executions, end: onceAway("end", end) };
    await bench.drain({ executions: again, executorOf: () => ({ ...executor, send: refuse }) });
    expect((await bench.stands(refused)).error).to.equal("It was refused, and nothing was changed: No such pod.");
    expect(bench.world.applied).to.deep.equal([done.id]);
  });

  it("let a worker that lost one write nothing", async () => {
    const action = await bench.queued();
    const lost = await bench.claimed();
    bench.now += EXECUTION_LEASE_MS;
    const own = await bench.claimed();
    expect([own.attempts, own.step]).to.deep.equal([2, "claimed"]);
    const before = [await bench.stands(action), await bench.events(action), await bench.timeline(action)];
    expect(await bench.executions.renew(lost, bench.now)).to.equal(false);
    expect(await bench.executions.advance(lost, "sending", {}, undefined, bench.now)).to.equal(false);
    expect(await bench.executions.tell(lost, "Late", "late", bench.now)).to.equal(false);
    expect(await bench.executions.end(lost, change("complete"), bench.now)).to.equal(false);
    await bench.executions.release(lost, bench.now, true);
    expect([await bench.stands(action), await bench.events(action), await bench.timeline(action)]).to.deep.equal(
      before,
    );
    expect(await bench.executions.advance(own, "sending", {}, undefined, bench.now)).to.equal(true);
    expect(await bench.executions.end(own, change("complete"), bench.now)).to.equal(true);
    expect(await bench.executions.end(own, change("complete"), bench.now)).to.equal(false);
    expect(await bench.executions.renew(own, bench.now)).to.equal(false);
  });
});
