import { expect } from "chai";
import { podOf } from "../support/kubernetes.ts";
import { describedPod, TOOL } from "./described-pod.ts";
import { probe } from "./probe.ts";

describe("describePod", () => {
  const world = describedPod();

  it("says of a pod that runs well that it does", async () => {
    const { findings, truncated } = await probe(world.prober, TOOL);
    expect(findings).to.deep.equal(["Running, 1 of 1 container ready, 0 restarts."]);
    expect(truncated).to.equal(false);
  });

  it("tells a kill for memory, with its limit and time, before all else", async () => {
    world.withStatus(world.crashing(137, "OOMKilled"));
    const { findings, text } = await probe(world.prober, TOOL);
    expect(findings[0]).to.equal(
      "Container app was killed because it ran out of memory (limit 32Mi), last at 2026-11-20T21:00:00.000Z; 3 restarts.",
    );
    expect(findings[1]).to.match(/^Container app crashes in a loop: exit code 137/);
    expect(text).to.include("requests cpu 50m; limits memory 32Mi");
    expect(text).to.include(
      "before: terminated, exit code 137, OOMKilled, 2026-11-20T20:59:00.000Z to 2026-11-20T21:00:00.000Z",
    );
  });

  it("tells a crash loop with its exit code", async () => {
    world.withStatus(world.crashing(1, "Error"));
    const { findings } = await probe(world.prober, TOOL);
    expect(findings[0]).to.equal(
      "Container app crashes in a loop: exit code 1, last at 2026-11-20T21:00:00.000Z; 3 restarts.",
    );
  });

  it("tells an image that can't be had, a pod that no node takes and one that was evicted", async () => {
    world.withStatus({
      ...world.crashing(0, ""),
      state: { waiting: { reason: "ErrImagePull", message: "no such host" } },
      lastState: {} as never,
    });
    expect((await probe(world.prober, TOOL)).findings[0]).to.equal(
      "Container app can't start: its image registry.example/app:1 can't be had (ErrImagePull).",
    );
    const conditions = [
      { type: "PodScheduled", status: "False", reason: "Unschedulable", message: "0/3 nodes: memory" },
    ];
    world.cluster.pods.set(
      "checkout-1",
      podOf("checkout-1", { status: { phase: "Pending", conditions, containerStatuses: [] } }),
    );
    expect((await probe(world.prober, TOOL)).findings[0]).to.equal("No node takes the pod: 0/3 nodes: memory.");
    const evicted = {
      phase: "Failed",
      reason: "Evicted",
      message: "The node was low on memory",
      containerStatuses: [],
    };
    world.cluster.pods.set("checkout-1", podOf("checkout-1", { status: evicted }));
    expect((await probe(world.prober, TOOL)).findings[0]).to.equal(
      "The pod failed: Evicted, The node was low on memory.",
    );
  });

  it("never shows variables, arguments, annotations or mounted secrets", async () => {
    const secret = "hunter2-hunter2";
    const container = {
      name: "app",
      command: ["run", `--password=${secret}`],
      args: [secret],
      env: [{ name: "PASSWORD", value: secret }],
      volumeMounts: [{ name: "v", mountPath: `/${secret}` }],
    };
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": secret };
    const spec = { containers: [container], volumes: [{ name: "v", secret: { secretName: secret } }] };
    world.cluster.pods.set("checkout-1", podOf("checkout-1", { metadata: { name: "checkout-1", annotations }, spec }));
    expect(JSON.stringify(await probe(world.prober, TOOL))).to.not.include(secret);
  });
});
