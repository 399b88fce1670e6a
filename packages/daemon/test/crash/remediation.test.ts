import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { createChance } from "../detect/support.ts";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy, type Hold } from "../support/kubernetes-workloads.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

/** The built-in policy asks for a second person in production. */
const APPROVER = mintToken({ sub: "grace" });
const SEED = 20261121;
const ROUNDS = 6;

describe("A daemon that is killed while it remediates", function () {
  this.timeout(120_000);
  let dataDir = "";
  let cluster: FakeKubernetes;
  let daemon: DaemonProcess;
  let services = 0;
  before(async () => {
    dataDir = temporaryFolder();
    cluster = await openFakeKubernetes();
    daemon = await started();
  });
  after(async () => {
    await daemon.end("SIGKILL");
    await cluster.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const started = (): Promise<DaemonProcess> =>
    startDaemonProcess(dataDir, { TOCSIN_REMEDIATION_MODE: "live", KUBECONFIG: cluster.kubeconfig });

  /** An action on a service of its own; nothing but the request knows its environment, so that policy asks a person. */
  async function requested(environment: string): Promise<Row> {
    const service = `checkout-${++services}`;
    deploy(cluster.workloads, service);
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<Row>();
    const body = { incidentId, actionType: "restart-service", environment };
    const answer = await core(daemon, "/remediation/request", { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Row>();
  }
  async function approved(environment = "production"): Promise<Row> {
    const row = await requested(environment);
    const answer = await core(daemon, `/remediation/${row.id}/approve`, { method: "POST", body: {}, token: APPROVER });
    expect(answer.json(), answer.text).to.deep.equal({ status: "QUEUED", mode: "live" });
    return row;
  }
  const stands = async (id: string): Promise<Row> => (await core(daemon, `/remediation/actions/${id}`)).json<Row>();
  const ended = (id: string): Promise<Row> =>
    waitFor(
      async () => {
        const row = await stands(id);
        return (row.status === "COMPLETED" || row.status === "FAILED") && row;
      },
      { within: 30_000, what: `the end of action ${id}` },
    );
  const events = async (id: string): Promise<string[]> =>
    (await core(daemon, `/remediation/actions/${id}/audit`)).json<{ event: string }[]>().map(({ event }) => event);
  const times = (id: string): number => cluster.workloads.applied.filter(({ action }) => action === id).length;
  const expectWhole = async (): Promise<void> => {
    expect((await core(daemon, "/remediation/audit/verify")).json()).to.include({ valid: true });
  };

  describe("with an action at each point, once it is started again", () => {
    const points = ["dry-run", "received", "received", "applied"] as const;
    /** In that order, and last the one whose rollout is waited for. */
    const ids: string[] = [];
    const idOf = (index: number): string => ids[index] ?? "";
    const holds: Hold[] = [];
    before(async () => {
      const { workloads } = cluster;
      for (const point of points) {
        const hold = workloads.hold(point);
        holds.push(hold);
        ids.push((await approved()).id);
        await hold.reached;
        expect((await stands(ids.at(-1) ?? "")).status).to.equal("EXECUTING");
      }
      workloads.rollout = "pending";
      ids.push((await approved()).id);
      await waitFor(async () => (await events(idOf(4))).includes("sent"), { what: "the word that it was sent" });
      const steps = await Promise.all(ids.map(async (id) => (await events(id)).at(-1)));
      expect(steps).to.deep.equal(["executing", "sending", "sending", "sending", "sent"]);
      expect(await daemon.end("SIGKILL")).to.equal(null);
      for (const index of [0, 1, 3]) holds[index]?.drop();
      daemon = await started();
    });

    it("waits for a rollout that the one before began", async () => {
      await waitFor(async () => (await events(idOf(4))).includes("resumed"), { what: "the next worker" });
      expect((await stands(idOf(4))).status).to.equal("EXECUTING");
      cluster.workloads.rollout = "prompt";
      cluster.workloads.rollOut();
      expect(await ended(idOf(4))).to.include({ status: "COMPLETED", error: null });
      expect(times(idOf(4))).to.equal(1);
    });

    it("goes on with one that the cluster was only asked about, and does it once", async () => {
      expect(await ended(idOf(0))).to.include({ status: "COMPLETED", error: null });
      expect(times(idOf(0))).to.equal(1);
      expect(await events(idOf(0))).to.include.members(["resumed", "sending", "sent", "completed"]);
    });

    it("finds one in the cluster that came through and wasn't answered, and completes it", async () => {
      expect(await ended(idOf(3))).to.include({ status: "COMPLETED", error: null });
      expect(times(idOf(3))).to.equal(1);
    });

    it("doesn't send a second time what may have come through, and says that its outcome is unknown", async () => {
      for (const index of [1, 2]) {
        const failed = await ended(idOf(index));
        expect(failed.status).to.equal("FAILED");
        expect(failed.error).to.match(/^Outcome unknown: .*It is not sent again/);
      }
      holds[2]?.release();
      await waitFor(() => times(idOf(2)) > 0, { what: "the write that was held" });
    });

    it("leaves all of them as they are after it is stopped in order, and ends what it was waiting for then", async () => {
      cluster.workloads.rollout = "pending";
      const { id } = await approved();
      await waitFor(async () => (await events(id)).includes("sent"), { what: "the word that it was sent" });
      const before = await Promise.all(ids.map(stands));
      expect(await daemon.end("SIGTERM")).to.equal(0);
      cluster.workloads.rollout = "prompt";
      cluster.workloads.rollOut();
      daemon = await started();
      expect(await ended(id)).to.include({ status: "COMPLETED" });
      expect(await Promise.all(ids.map(stands))).to.deep.equal(before);
      expect([...ids, id].map(times)).to.deep.equal([1, 0, 1, 1, 1, 1]);
      await expectWhole();
    });
  });

  it(`does each action at most once and forgets none, at whatever moment it is killed (seed ${SEED})`, async () => {
    const chance = createChance(SEED);
    const letThrough = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const making = Array.from({ length: 4 }, async (_, index) => {
        const row = await approved(index % 2 === 0 ? "production" : "staging");
        letThrough.add(row.id);
      });
      // What the killed daemon didn't answer isn't promised to anybody.
      const made = Promise.allSettled(making);
      await Promise.any(making);
      await pause(chance.next() * 500);
      expect(await daemon.end("SIGKILL")).to.equal(null);
      await made;
      daemon = await started();
    }
    expect(letThrough.size).to.be.greaterThan(0);
    const open = async (status: string): Promise<Row[]> =>
      (await core(daemon, `/remediation/actions?status=${status}&limit=500`)).json<Row[]>();
    await waitFor(async () => (await open("QUEUED")).length + (await open("EXECUTING")).length === 0, {
      within: 30_000,
      what: "the end of all that was let through",
    });
    const rows = [...(await open("COMPLETED")), ...(await open("FAILED"))];
    expect(rows.map(({ id }) => id)).to.include.members([...letThrough]);
    for (const { id, status, error } of rows) {
      expect(times(id), `${status} ${error}`).to.be.at.most(1);
      if (status === "COMPLETED") expect(times(id)).to.equal(1);
      else expect(error).to.match(/^Outcome unknown/);
      if (times(id) > 0) expect(await events(id)).to.include.members(["executing", "sending"]);
    }
    await expectWhole();
  });

  it("deletes no pod before it has recorded that it sends, and deletes it once", async () => {
    const { workloads, pods } = cluster;
    const service = `checkout-${++services}`;
    deploy(workloads, service, { replicas: 1 });
    const pod = [...pods.keys()].find((name) => name.startsWith(`${service}-`)) ?? "";
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<Row>();
    const body = { incidentId, actionType: "delete-pod", parameters: { pod }, environment: "production" };
    const { id } = (await core(daemon, "/remediation/request", { body })).json<Row>();
    const tried = workloads.hold("dry-run");
    await core(daemon, `/remediation/${id}/approve`, { method: "POST", body: {}, token: APPROVER });
    await tried.reached;
    expect((await events(id)).at(-1)).to.equal("executing");
    expect(await daemon.end("SIGKILL")).to.equal(null);
    // What was held goes on in the cluster, although nobody waits for its answer.
    tried.release();
    const received = workloads.hold("received");
    daemon = await started();
    await received.reached;
    expect((await events(id)).slice(-2)).to.deep.equal(["resumed", "sending"]);
    expect(pods.has(pod), "only dry runs came so far").to.equal(true);
    expect(workloads.applied.filter(({ write }) => write.endsWith(pod))).to.deep.equal([]);
    received.release();
    expect(await ended(id)).to.include({ status: "COMPLETED", error: null });
    expect(workloads.applied.filter(({ write }) => write.endsWith(pod))).to.have.length(1);
    expect(pods.has(pod)).to.equal(false);
    await expectWhole();
  });
});
