import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import { createExecutions } from "../../src/remediate/execute/work.ts";
import { type ExecutionStore, LEASE_MS } from "../../src/remediate/execution-store.ts";
import { createExecutionStore } from "../../src/store/remediation/executions.ts";
import { change } from "./action-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, goOn, openBench } from "./execution-bench.ts";
import { type Death, dying } from "./execution-world.ts";

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
    bench.now += 10 * LEASE_MS;
    const action = await bench.queued();
    const mortal = dying(bench.executions, bench.world.executor, death);
    const worker = createExecutions(bench.depsOf({ ...mortal, executorOf: () => mortal.executor }), goOn);
    const worked = worker
      .takeOn()
      .then(() => worker.settled())
      .then(() => "survived");
    const died = await Promise.race([mortal.died, worked]);
    const before = await bench.events(action);
    const doneBefore = bench.world.applied.filter((id) => id === action.id).length;
    if (doneBefore > 0) expect(before).to.include.members(["executing", "sending"]);
    bench.now += LEASE_MS + 1;
    await bench.workOff();
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
    const stores = handles.map((handle) => createExecutionStore(handle));
    const all: RemediationAction[] = [];
    for (let index = 0; index < 20; index++) all.push(await bench.queued({ serviceName: `service-${index}` }));
    // For a while, each fourth look at the time is a lease later than the one before.
    let looks = 0;
    const clock = { now: () => (bench.now += ++looks < 300 ? LEASE_MS / 4 : 1) };
    const workers = Array.from({ length: 4 }, (_, index) =>
      createExecutions(bench.depsOf({ executions: stores[index % stores.length] as ExecutionStore, clock }), goOn),
    );
    for (let open = all.length; open > 0; open = await bench.executions.countOpen()) {
      await Promise.all(workers.map((worker) => worker.takeOn()));
      await Promise.all(workers.map((worker) => worker.settled()));
      bench.now += MINUTE_MS;
    }
    for (const action of all) {
      const { status, error } = await bench.stands(action);
      const done = bench.world.applied.filter((id) => id === action.id).length;
      expect(done).to.be.at.most(1);
      if (status === "COMPLETED") expect(done).to.equal(1);
      else expect(error).to.match(/^Outcome unknown|^It was begun 5 times|^It was sent/);
    }
    await bench.expectWhole();
  });

  it("let a worker that lost one write nothing", async () => {
    const action = await bench.queued();
    const lost = await bench.claimed();
    bench.now += LEASE_MS;
    const own = await bench.claimed();
    expect([own.attempts, own.step]).to.deep.equal([2, "claimed"]);
    const before = [await bench.stands(action), await bench.events(action), await bench.timeline(action)];
    expect(await bench.executions.renew(lost, bench.now)).to.equal(false);
    expect(await bench.executions.advance(lost, "sending", {}, undefined, bench.now)).to.equal(false);
    expect(await bench.executions.tell(lost, "Late", "late", bench.now)).to.equal(false);
    expect(await bench.executions.end(lost, change("complete"), bench.now)).to.equal(false);
    await bench.executions.giveBack(lost, bench.now, true);
    expect([await bench.stands(action), await bench.events(action), await bench.timeline(action)]).to.deep.equal(
      before,
    );
    expect(await bench.executions.advance(own, "sending", {}, undefined, bench.now)).to.equal(true);
    expect(await bench.executions.end(own, change("complete"), bench.now)).to.equal(true);
    expect(await bench.executions.end(own, change("complete"), bench.now)).to.equal(false);
    expect(await bench.executions.renew(own, bench.now)).to.equal(false);
  });
});
