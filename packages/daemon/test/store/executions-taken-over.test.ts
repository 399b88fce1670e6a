import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { EXECUTION_LEASE_MS } from "../../src/model/lease-limits.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { ExecutionStore } from "../../src/remediate/actions/execution-store.ts";
import { createExecutionStore } from "../../src/remediate/execute/record-executions.ts";
import { createExecutionRunner } from "../../src/remediate/execute/run-executions.ts";
import { createExecutionJobs } from "../../src/store/remediation/execution-jobs.ts";
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
});
