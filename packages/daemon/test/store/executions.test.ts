import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { Take } from "../../src/remediate/actions/execution-store.ts";
import { createExecutionRunner } from "../../src/remediate/execute/run-executions.ts";
import { OutcomeUnknown } from "../../src/remediate/targets/executor.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, begin, goOn, openBench, refuse } from "./execution-bench.ts";
import { queriesOf } from "./queries.ts";
import { ACME, OTHER } from "./samples.ts";

onEachEngine("Executions", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = openBench(await store.openDatabase());
  });
  afterEach(() => store.drop());

  it("say that they begin, send and have sent, each before the next is done, and complete", async () => {
    const action = await bench.queued();
    const seen: Record<string, string[]> = {};
    const { executor } = bench.world;
    const noting = {
      ...executor,
      async check() {
        seen["check"] = await bench.events(action);
        expect(await bench.stands(action)).to.include({ status: "EXECUTING" });
      },
      async send(...given: Parameters<typeof executor.send>) {
        seen["send"] = await bench.events(action);
        return executor.send(...given);
      },
      async awaitOutcome(...given: Parameters<typeof executor.awaitOutcome>) {
        seen["awaitOutcome"] = await bench.events(action);
        return executor.awaitOutcome(...given);
      },
    };
    await bench.drain({ executorOf: () => noting });
    expect(seen).to.deep.equal({
      check: ["requested", "executing"],
      send: ["requested", "executing", "sending"],
      awaitOutcome: ["requested", "executing", "sending", "sent"],
    });
    const done = await bench.stands(action);
    expect(done).to.deep.include({ status: "COMPLETED", error: null, finishedAt: bench.now });
    expect(done.details["outcome"]).to.deep.equal({ summary: "2 of 2 pods are new." });
    expect(done.verification).to.deep.equal({ status: "pending", checkedAt: null, reason: null });
    expect(await bench.timeline(action)).to.deep.equal(
      [
        "incident_created",
        "remediation_requested",
        "remediation_executing",
        "status_changed",
        "note",
        "remediation_completed",
      ].filter((type) => type !== "incident_created"),
    );
    expect((await bench.incidents.get(ACME, action.incidentId)).status).to.equal("REMEDIATING");
    expect(bench.ended).to.deep.equal(["COMPLETED"]);
    expect(await bench.executions.countOpen()).to.equal(0);
    await bench.expectWhole();
  });

  for (const status of ["RESOLVED", "CLOSED", "REMEDIATING"] as const) {
    it(`leave an incident that is ${status} as it is`, async () => {
      const action = await bench.queued({
        details: { approval: {}, override: { guardrails: ["open-incident-only"] } },
      });
      await bench.incidents.change(ACME, action.incidentId, () => ({
        fields: { status },
        timeline: [],
        announce: true,
      }));
      await bench.drain();
      expect(await bench.stands(action)).to.include({ status: "COMPLETED" });
      expect((await bench.incidents.get(ACME, action.incidentId)).status).to.equal(status);
    });
  }

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

  describe("of a daemon that stops", () => {
    it("are given back at once before anything was touched, and after it was sent", async () => {
      for (const point of ["check", "awaitOutcome"] as const) {
        const action = await bench.queued();
        const stop = new AbortController();
        const hanging = (...given: unknown[]): Promise<never> => {
          stop.abort();
          const signal = given.at(-1) as AbortSignal;
          return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        };
        await bench.drain({ executorOf: () => ({ ...bench.world.executor, [point]: hanging }) }, stop.signal);
        expect((await bench.stands(action)).status).to.equal("EXECUTING");
        await bench.drain();
        expect((await bench.stands(action)).status).to.equal("COMPLETED");
      }
      expect(bench.world.applied).to.have.length(2);
    });

    it("are seen through while they are sent", async () => {
      const action = await bench.queued();
      const stop = new AbortController();
      const { send } = bench.world.executor;
      const slow: typeof send = async (...given) => {
        stop.abort();
        return send(...given);
      };
      await bench.drain({ executorOf: () => ({ ...bench.world.executor, send: slow }) }, stop.signal);
      expect(await bench.events(action)).to.deep.equal(["requested", "executing", "sending", "sent"]);
      await bench.drain();
      expect(await bench.stands(action)).to.include({ status: "COMPLETED" });
      expect(bench.world.applied).to.deep.equal([action.id]);
    });
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

  it("of a process that has ended are free at once where nobody else can be at them", async () => {
    await bench.queued();
    await bench.claimed();
    expect(await bench.executions.claim(begin, bench.now)).to.equal(undefined);
    await bench.executions.reclaim();
    expect((await bench.claimed()).attempts).to.equal(2);
  });

  it("are looked for in an index", async () => {
    await bench.queued();
    const [looked] = await queriesOf(bench.database, () => bench.executions.claim(begin, bench.now - 1));
    // On PostgreSQL, with a table of one row, any of them is as good.
    const index = bench.database.kind === "sqlite" ? "remediation_job_in_line" : "remediation_job_";
    expect(looked?.plan).to.contain(index).and.to.not.contain("Seq Scan");
  });
});
