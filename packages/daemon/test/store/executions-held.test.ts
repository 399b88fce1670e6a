import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { Take } from "../../src/remediate/actions/execution-store.ts";
import { createExecutionRunner } from "../../src/remediate/execute/run-executions.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, begin, goOn, openBench } from "./execution-bench.ts";
import { ACME, OTHER } from "./samples.ts";

onEachEngine("Executions that wait or are blocked", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = openBench(await store.openDatabase());
  });
  afterEach(() => store.drop());

  describe("that policy keeps back when their turn comes", () => {
    it("fail before anything is touched, and name the guardrail", async () => {
      const action = await bench.queued();
      await bench.incidents.change(ACME, action.incidentId, () => ({
        fields: { status: "CLOSED" },
        timeline: [],
        announce: true,
      }));
      await bench.drain();
      const failed = await bench.stands(action);
      expect(failed.status).to.equal("FAILED");
      expect(failed.error).to.match(/^Nothing was touched: open-incident-only: the incident is already CLOSED/);
      expect(await bench.events(action)).to.deep.equal(["requested", "executing", "failed"]);
      expect([bench.world.applied, bench.ended]).to.deep.equal([[], ["FAILED"]]);
      await bench.expectWhole();
    });

    it("fail where they were to run by themselves and a person is asked for since; approved ones go on", async () => {
      const [alone, approved] = [
        await bench.queued(),
        await bench.queued({ serviceName: "cart", details: { approval: {} } }),
      ];
      bench.policy = { ...bench.policy, rules: bench.policy.rules.map((rule) => ({ ...rule, verdict: "manual" })) };
      await bench.drain();
      expect((await bench.stands(alone)).error).to.contain("policy asks for a person's approval now");
      expect(await bench.stands(approved)).to.include({ status: "COMPLETED" });
    });

    it("fail where policy denies them since, whatever was overridden", async () => {
      const action = await bench.queued({ details: { approval: {}, override: { guardrails: ["deny", "cooldown"] } } });
      bench.policy = { ...bench.policy, rules: bench.policy.rules.map((rule) => ({ ...rule, verdict: "deny" })) };
      await bench.drain();
      expect((await bench.stands(action)).error).to.match(/^Nothing was touched: .* denies restart-service/);
    });

    it("aren't held up by what was let through after them", async () => {
      bench.policy = {
        ...bench.policy,
        guardrails: { ...bench.policy.guardrails, cooldownMs: MINUTE_MS, actionsPerHour: 1 },
      };
      const first = await bench.queued();
      bench.now += 1000;
      const second = await bench.queued({ details: { approval: {} } });
      await bench.drain();
      expect(await bench.stands(first)).to.include({ status: "COMPLETED" });
      expect((await bench.stands(second)).error)
        .to.contain("cooldown")
        .and.to.contain("actions-per-hour");
    });
  });

  it("wait while as many run on the service as may, and go on when one has ended", async () => {
    const details = { approval: {} };
    const [first, second, elsewhere] = [
      await bench.queued({ details }),
      await bench.queued({ details }),
      await bench.queued({ details, serviceName: "cart" }),
    ];
    const { promise: may, resolve: goAhead } = Promise.withResolvers<void>();
    const { executor } = bench.world;
    const slow = {
      ...executor,
      check: (action: RemediationAction) => (action.id === first.id ? may : Promise.resolve()),
    };
    const worker = createExecutionRunner(bench.depsOf({ executorOf: () => slow }), goOn);
    await worker.poll();
    expect((await bench.stands(first)).status).to.equal("EXECUTING");
    expect((await bench.stands(second)).status).to.equal("QUEUED");
    bench.now += 1000;
    await worker.poll();
    expect((await bench.stands(second)).status).to.equal("QUEUED");
    goAhead();
    await worker.settled();
    expect((await bench.stands(elsewhere)).status).to.equal("COMPLETED");
    bench.now += 1000;
    await worker.poll();
    await worker.settled();
    expect((await bench.stands(second)).status).to.equal("COMPLETED");
    expect(bench.world.applied.toSorted()).to.deep.equal([first.id, second.id, elsewhere.id].toSorted());
  });

  it("of no service wait for one another, as those of a service do", async () => {
    const none = { serviceName: null, details: { approval: {} } };
    const [first, second] = [await bench.queued(none), await bench.queued(none)];
    const { promise: may, resolve: goAhead } = Promise.withResolvers<void>();
    const { executor } = bench.world;
    const worker = createExecutionRunner(bench.depsOf({ executorOf: () => ({ ...executor, check: () => may }) }), goOn);
    await worker.poll();
    expect((await bench.stands(first)).status).to.equal("EXECUTING");
    expect((await bench.stands(second)).status).to.equal("QUEUED");
    goAhead();
    await worker.settled();
  });

  it("are taken in turns between organizations", async () => {
    const mine = [
      await bench.queued(),
      await bench.queued({ serviceName: "b" }),
      await bench.queued({ serviceName: "c" }),
    ];
    const theirs = await bench.queued({}, OTHER);
    const order: string[] = [];
    for (let index = 0; index < 4; index++) order.push((await bench.claimed()).action.id);
    expect(order).to.deep.equal([mine[0]?.id, theirs.id, mine[1]?.id, mine[2]?.id]);
    expect(await bench.executions.claim(begin, bench.now)).to.equal(undefined);
  });

  it("don't keep others waiting where one can't be taken", async () => {
    await bench.queued();
    const fine = await bench.queued({ serviceName: "cart" });
    const broken: Take = (action, ...rest) => {
      if (action.serviceName === "checkout") throw new Error("a bug");
      return begin(action, ...rest);
    };
    expect(await bench.executions.claim(broken, bench.now).catch((error: Error) => error.message)).to.equal("a bug");
    expect(await bench.executions.claim(broken, bench.now)).to.have.nested.property("job.action.id", fine.id);
  });
});
