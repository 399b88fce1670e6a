import { expect } from "chai";
import { status } from "../support/kubernetes.ts";
import { waitFor } from "../support/wait.ts";
import { rolloutWorld } from "./rollout-world.ts";

describe("a rollout that a remediation action began", () => {
  const world = rolloutWorld();

  it("is waited for until all pods are new and ready, and no old one is left", async () => {
    const started = await world.start("restart-service");
    await started.until("Deployment default/checkout is about to be changed.");
    world.begin();
    await started.until("3 of 3 pods are new and ready.");
    world.change({ status: { updatedReplicas: 3, replicas: 4 } });
    world.cluster.instead.set("checkout", (_request, response) => status(response, 503, "ServiceUnavailable"));
    await started.until("How far it is can't be seen now: The cluster");
    world.cluster.instead.clear();
    world.cluster.workloads.rollOut();
    expect(await started.outcome).to.include({ ok: true });
  });

  it("fails when the cluster gives up, with its reason", async () => {
    const started = await world.start("rollback-deployment", { toRevision: 1 });
    world.trouble({ state: { waiting: { reason: "ImagePullBackOff", message: 'Back-off pulling image "shop:2"' } } });
    const message = 'ReplicaSet "checkout-1" has timed out progressing.';
    const conditions = [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message }];
    world.begin({ conditions });
    expect(await world.reasonOf(started)).to.match(
      /^The rollout failed: ProgressDeadlineExceeded: ReplicaSet "checkout-1" has timed out progressing\. 0 of 3 pods are new and ready\. Pod checkout-\w+-\w+: Container app can't start: its image shop:2 can't be had \(ImagePullBackOff\)\. Back-off pulling image "shop:2"$/,
    );
  });

  for (const [what, container, words] of [
    [
      "an image that can't be had",
      { state: { waiting: { reason: "ErrImagePull", message: "not found" } } },
      /\(ErrImagePull\)\. not found$/,
    ],
    [
      "a crash loop",
      {
        restartCount: 2,
        state: { waiting: { reason: "CrashLoopBackOff" } },
        lastState: { terminated: { exitCode: 3, finishedAt: "2026-11-20T21:00:00Z" } },
      },
      /crashes in a loop: exit code 3, last at 2026-11-20T21:00:00\.000Z; 2 restarts\.$/,
    ],
    [
      "a crash between two tries",
      { restartCount: 1, state: { running: {} }, lastState: { terminated: { exitCode: 137 } } },
      /Container app ended with exit code 137/,
    ],
    [
      "a hostile message",
      {
        state: { waiting: { reason: "CreateContainerConfigError", message: 'secret "a\n\u001b[2Jb\u202e" not found' } },
      },
      /Container app is waiting: CreateContainerConfigError: secret "a \[2Jb ?" not found\.$/,
    ],
  ] as const) {
    it(`is stuck after a while with ${what}, and not before`, async () => {
      const started = await world.start("restart-service");
      world.trouble(container);
      world.begin();
      await started.until("0 of 3 pods are new and ready. Pod checkout-");
      world.now += 59_999;
      const looks = world.cluster.requests.length;
      await waitFor(() => world.cluster.requests.length > looks + 6);
      world.now += 1;
      expect(await world.reasonOf(started)).to.match(
        /^The rollout is stuck\. 0 of 3 pods are new and ready\. Pod checkout-\w+-\w+: /,
      );
      expect(await world.reasonOf(started)).to.match(words);
    });
  }
});
