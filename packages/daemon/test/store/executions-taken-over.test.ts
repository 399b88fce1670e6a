import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { EXECUTION_LEASE_MS } from "../../src/model/lease-limits.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { ExecutionStore } from "../../src/remediate/actions/execution-store.ts";
import type { ExecuteDeps } from "../../src/remediate/execute/execution-steps.ts";
import { createExecutionStore } from "../../src/remediate/execute/record-executions.ts";
import { createExecutionRunner } from "../../src/remediate/execute/run-executions.ts";
import { ExecutionRefused, type Executor } from "../../src/remediate/targets/executor.ts";
import { createExecutionJobs } from "../../src/store/remediation/execution-jobs.ts";
import { change } from "./action-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, goOn, openBench } from "./execution-bench.ts";
import { type Death, dying } from "./execution-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("Executions whose worker dies or is late", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = openBench(await store.openDatabase());
  });
  afterEach(() => store.drop());

  for (const traces of [true, false]) {
    const seen = traces ? "can be seen" : "can't be seen";
    it(`are done at most once and end wherever their worker dies, where what was done ${seen} afterwards`, async function () {
      this.timeout(60_000);
      bench.world.leavesTraces = traces;
      const outcomes = new Set<string>();
      for (const when of ["before", "after"] as const) {
        for (let call = 1, alive = false; !alive; call++) {
          const outcome = await dieAndTakeOver({ call, when });
          alive = outcome.startsWith("survived");
          outcomes.add(outcome);
        }
      }
      const unknown = traces ? ["FAILED, done 0 times"] : ["FAILED, done 0 times", "FAILED, done 1 times"];
      expect([...outcomes].toSorted()).to.deep.equal([
        "COMPLETED, done 1 times",
        ...unknown,
        "survived: COMPLETED, done 1 times",
      ]);
      await bench.expectWhole();
    });
  }

  async function dieAndTakeOver(death: Death): Promise<string> {
    bench.now += 10 * EXECUTION_LEASE_MS;
    const action = await bench.queued();
    const mortal = dying(bench.executions, bench.world.executor, death);
    const worker = createExecutionRunner(bench.depsOf({ ...mortal, executorOf: () => mortal.executor }), goOn);
    const worked = worker
      .poll()
      .then(() => worker.settled())
      .then(() => "survived");
    const died = await Promise.race([mortal.died, worked]);
    const before = await bench.events(action);
    const doneBefore = bench.world.applied.filter((id) => id === action.id).length;
    if (doneBefore > 0) expect(before).to.include.members(["executing", "sending"]);
    bench.now += EXECUTION_LEASE_MS + 1;
    await bench.drain();
    const { status, error } = await bench.stands(action);
    const done = bench.world.applied.filter((id) => id === action.id).length;
    // Whoever dies before it says that it sends leaves nothing behind but work.
    if (!before.includes("sending")) expect([status, done], `at ${died}`).to.deep.equal(["COMPLETED", 1]);
    if (status === "FAILED") expect(error).to.match(/^Outcome unknown: .*It is not sent again/);
    expect(await bench.executions.countOpen()).to.equal(0);
    return `${died === "survived" ? "survived: " : ""}${status}, done ${done} times`;
  }

  it("are done at most once where leases run out all the time and workers race", async function () {
    this.timeout(60_000);
    // On SQLite there is one process.
    const handles = bench.database.kind === "sqlite" ? [bench.database] : [bench.database, await store.openDatabase()];
    const stores = handles.map((handle) => createExecutionStore(createExecutionJobs(handle, createUnits(handle))));
    const all: RemediationAction[] = [];
    for (let index = 0; index < 20; index++) all.push(await bench.queued({ serviceName: `service-${index}` }));
    // For a while, each fourth look at the time is a lease later than the one before.
    let looks = 0;
    const clock = { now: () => (bench.now += ++looks < 300 ? EXECUTION_LEASE_MS / 4 : 1) };
    const workers = Array.from({ length: 4 }, (_, index) =>
      createExecutionRunner(bench.depsOf({ executions: stores[index % stores.length] as ExecutionStore, clock }), goOn),
    );
    for (let open = all.length; open > 0; open = await bench.executions.countOpen()) {
      await Promise.all(workers.map((worker) => worker.poll()));
      await Promise.all(workers.map((worker) => worker.settled()));
      bench.now += MINUTE_MS;
    }
    for (const action of all) {
      const { status, error } = await bench.stands(action);
      const done = bench.world.applied.filter((id) => id === action.id).length;
      expect(done).to.be.at.most(1);
      if (status === "COMPLETED") expect(done).to.equal(1);
      else
        expect(error).to.match(
          /^Outcome unknown|^The execution was interrupted 5 times|^The request was sent|^It was sent|^Nothing was sent/,
        );
    }
    await bench.expectWhole();
  });

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

  describe("before anything was touched", () => {
    const begun = async (): Promise<RemediationAction> => {
      const action = await bench.queued();
      await bench.claimed();
      bench.now += 60 * MINUTE_MS;
      return action;
    };

    it("are asked about anew, and end where a guardrail stops them by now", async () => {
      const action = await begun();
      await bench.incidents.change(ACME, action.incidentId, () => ({
        fields: { status: "CLOSED" },
        timeline: [],
        announce: true,
      }));
      await bench.drain();
      const { status, error } = await bench.stands(action);
      expect(status).to.equal("FAILED");
      expect(error).to.match(/^Nothing was touched: open-incident-only: /);
      expect(await bench.events(action)).to.deep.equal(["requested", "executing", "failed"]);
      expect([bench.world.applied, bench.ended]).to.deep.equal([[], ["FAILED"]]);
      expect(await bench.executions.countOpen()).to.equal(0);
      await bench.expectWhole();
    });

    it("go on beside as many as there are, though fewer may run by now", async () => {
      bench.policy = { ...bench.policy, guardrails: { ...bench.policy.guardrails, concurrentPerService: 2 } };
      const actions = [
        await bench.queued({ details: { approval: {} } }),
        await bench.queued({ details: { approval: {} } }),
      ];
      for (const _ of actions) await bench.claimed();
      bench.now += EXECUTION_LEASE_MS;
      bench.policy = { ...bench.policy, guardrails: { ...bench.policy.guardrails, concurrentPerService: 1 } };
      await bench.drain();
      for (const action of actions) expect(await bench.stands(action)).to.include({ status: "COMPLETED" });
    });
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
