import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { createChance } from "../detect/support.ts";
import { core } from "../support/daemon.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { waitFor } from "../support/wait.ts";
import { APPROVER, killedRemediation, type Row } from "./killed-remediation.ts";

const SEED = 20261121;
const ROUNDS = 6;

describe("A daemon that is killed at any moment while it remediates", function () {
  this.timeout(120_000);
  const world = killedRemediation();

  it(`does each action at most once and forgets none, at whatever moment it is killed (seed ${SEED})`, async () => {
    const chance = createChance(SEED);
    const letThrough = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const making = Array.from({ length: 4 }, async (_, index) => {
        const row = await world.approved(index % 2 === 0 ? "production" : "staging");
        letThrough.add(row.id);
      });
      // What the killed daemon didn't answer isn't promised to anybody.
      const made = Promise.allSettled(making);
      await Promise.any(making);
      await pause(chance.next() * 500);
      expect(await world.daemon.end("SIGKILL")).to.equal(null);
      await made;
      world.daemon = await world.started();
    }
    expect(letThrough.size).to.be.greaterThan(0);
    const open = async (status: string): Promise<Row[]> =>
      (await core(world.daemon, `/remediation/actions?status=${status}&limit=500`)).json<Row[]>();
    await waitFor(async () => (await open("QUEUED")).length + (await open("EXECUTING")).length === 0, {
      within: 30_000,
      what: "the end of all that was let through",
    });
    const rows = [...(await open("COMPLETED")), ...(await open("FAILED"))];
    expect(rows.map(({ id }) => id)).to.include.members([...letThrough]);
    for (const { id, status, error } of rows) {
      expect(world.times(id), `${status} ${error}`).to.be.at.most(1);
      if (status === "COMPLETED") expect(world.times(id)).to.equal(1);
      else expect(error).to.match(/^Outcome unknown/);
      if (world.times(id) > 0) expect(await world.events(id)).to.include.members(["executing", "sending"]);
    }
    await world.expectWhole();
  });

  it("deletes no pod before it has recorded that it sends, and deletes it once", async () => {
    const { workloads, pods } = world.cluster;
    const service = `checkout-${++world.services}`;
    deploy(workloads, service, { replicas: 1 });
    const pod = [...pods.keys()].find((name) => name.startsWith(`${service}-`)) ?? "";
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    const { id: incidentId } = (await core(world.daemon, "/incidents", { body: incident })).json<Row>();
    const body = { incidentId, actionType: "delete-pod", parameters: { pod }, environment: "production" };
    const { id } = (await core(world.daemon, "/remediation/request", { body })).json<Row>();
    const tried = workloads.hold("dry-run");
    await core(world.daemon, `/remediation/${id}/approve`, { method: "POST", body: {}, token: APPROVER });
    await tried.reached;
    expect((await world.events(id)).at(-1)).to.equal("executing");
    expect(await world.daemon.end("SIGKILL")).to.equal(null);
    // What was held goes on in the cluster, although nobody waits for its answer.
    tried.release();
    const received = workloads.hold("received");
    world.daemon = await world.started();
    await received.reached;
    expect((await world.events(id)).slice(-2)).to.deep.equal(["resumed", "sending"]);
    expect(pods.has(pod), "only dry runs came so far").to.equal(true);
    expect(workloads.applied.filter(({ write }) => write.endsWith(pod))).to.deep.equal([]);
    received.release();
    expect(await world.ended(id)).to.include({ status: "COMPLETED", error: null });
    expect(workloads.applied.filter(({ write }) => write.endsWith(pod))).to.have.length(1);
    expect(pods.has(pod)).to.equal(false);
    await world.expectWhole();
  });
});
