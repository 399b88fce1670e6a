import { expect } from "chai";
import type { RemediationAction } from "../../src/model/remediation.ts";
import { OutcomeUnknown } from "../../src/remediate/targets/executor.ts";
import { waitFor } from "../support/wait.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Bench, openBench, refuse } from "./execution-bench.ts";
import type { World } from "./execution-world.ts";
import { ACME } from "./samples.ts";

onEachEngine("Executions that fail", (fresh) => {
  let store: Fresh;
  let bench: Bench;
  beforeEach(async () => {
    store = await fresh();
    bench = openBench(await store.openDatabase());
  });
  afterEach(() => store.drop());

  it("name the command that undoes it where something was touched, or may have been, and only there", async () => {
    const { resolveTarget } = bench.world.executor;
    bench.world.executor.resolveTarget = async (...given) => ({
      ...(await resolveTarget(...given)),
      rollback: "Scale back to 2.",
      undo: { actionType: "scale-service", parameters: { replicas: 2, namespace: "shop", deployment: "checkout" } },
    });
    const settle = async () => ({ ok: false, reason: "ImagePullBackOff ".repeat(500), details: {} }) as const;
    const failed = await bench.failed({ awaitOutcome: settle });
    const command = `tocsin remediation request ${failed.incidentId} scale-service --set replicas=2 --set namespace=shop --set deployment=checkout --service checkout --environment staging`;
    expect(failed.plan.rollback).to.equal(`Scale back to 2. To do so: ${command}`);
    expect(failed.error)
      .to.match(/^ImagePullBackOff .*…/)
      .and.satisfy((error: string) => error.endsWith(` How to undo it: Scale back to 2. To do so: ${command}`));
    bench.world.leavesTraces = false;
    const unknown = await bench.failed({
      send: async () => {
        throw new OutcomeUnknown("No answer came.");
      },
    });
    expect(unknown.error).to.contain(" How to undo it, should it have come through: Scale back to 2. To do so: ");
    expect((await bench.failed({ send: refuse })).error).to.not.contain("undo");
  });

  it("leave REMEDIATING once nothing else is executed for the incident, and say so on its timeline", async () => {
    const first = await bench.queued();
    const { incidentId } = first;
    const second = await bench.queued({ incidentId, serviceName: "cart", details: { approval: {} } });
    const status = async (): Promise<string> => (await bench.incidents.get(ACME, incidentId)).status;
    const seen: string[] = [];
    const settled = new Map([first, second].map(({ id }) => [id, Promise.withResolvers<void>()]));
    const settle: World["executor"]["awaitOutcome"] = async ({ id }) => {
      await settled.get(id)?.promise;
      return { ok: false, reason: "ImagePullBackOff", details: {} };
    };
    const working = bench.drain({ executorOf: () => ({ ...bench.world.executor, awaitOutcome: settle }) });
    const isFailed = async ({ id }: RemediationAction) => (await bench.stands({ ...first, id })).status === "FAILED";
    await waitFor(async () => (await bench.events(second)).includes("sent"));
    seen.push(await status());
    settled.get(first.id)?.resolve();
    await waitFor(() => isFailed(first));
    seen.push(await status());
    settled.get(second.id)?.resolve();
    await working;
    expect([...seen, await status()]).to.deep.equal(["REMEDIATING", "REMEDIATING", "INVESTIGATING"]);
    const reported = (await bench.incidents.timeline(ACME, incidentId)).findLast(
      ({ type }) => type === "status_changed",
    );
    expect(reported).to.deep.include({
      actor: "system",
      detail: "restart-service on cart in staging failed.",
      metadata: { from: "REMEDIATING", to: "INVESTIGATING", reason: "remediation_failed" },
    });
  });

  it("leave an incident alone that is over", async () => {
    const action = await bench.queued();
    const settle: World["executor"]["awaitOutcome"] = async () => {
      const fields = { status: "RESOLVED" } as const;
      await bench.incidents.change(ACME, action.incidentId, () => ({ fields, timeline: [], announce: true }));
      return { ok: false, reason: "ImagePullBackOff", details: {} };
    };
    await bench.drain({ executorOf: () => ({ ...bench.world.executor, awaitOutcome: settle }) });
    expect((await bench.stands(action)).status).to.equal("FAILED");
    expect((await bench.incidents.get(ACME, action.incidentId)).status).to.equal("RESOLVED");
  });
});
