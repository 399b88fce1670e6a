import { expect } from "chai";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, begin, openBench } from "./execution-bench.ts";
import { queriesOf } from "./queries.ts";
import { ACME } from "./samples.ts";

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
