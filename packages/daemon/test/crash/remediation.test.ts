import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { createChance } from "../detect/support.ts";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy, type HoldPoint } from "../support/kubernetes-workloads.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

const SEED = 20261121;
const ROUNDS = 6;

/** A daemon that acts on a cluster, killed and started again. */
describe("a remediation whose worker is killed", function () {
  this.timeout(120_000);
  let dataDir = "";
  let cluster: FakeKubernetes;
  let daemon: DaemonProcess;
  let services = 0;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    cluster = await openFakeKubernetes();
    daemon = await started();
  });
  afterEach(async () => {
    await daemon.end("SIGKILL");
    await cluster.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const started = (): Promise<DaemonProcess> =>
    startDaemonProcess(dataDir, { TOCSIN_REMEDIATION_MODE: "live", KUBECONFIG: cluster.kubeconfig });
  const restart = async (): Promise<void> => {
    expect(await daemon.end("SIGKILL")).to.equal(null);
    daemon = await started();
  };

  /** An action on a service of its own, which policy lets through by itself outside production. */
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
  async function approved(): Promise<Row> {
    const row = await requested("production");
    const answer = await core(daemon, `/remediation/${row.id}/approve`, { method: "POST", body: {} });
    expect(answer.json(), answer.text).to.deep.equal({ status: "QUEUED" });
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
  const told = async (id: string): Promise<string[]> =>
    (await core(daemon, `/remediation/actions/${id}/audit`)).json<{ event: string }[]>().map(({ event }) => event);
  const times = (id: string): number => cluster.workloads.applied.filter(({ action }) => action === id).length;
  const expectWhole = async (): Promise<void> => {
    expect((await core(daemon, "/remediation/audit/verify")).json()).to.include({ valid: true });
  };

  const killedAt = async (point: HoldPoint): Promise<{ id: string; before: string[]; go: (on: boolean) => void }> => {
    const hold = cluster.workloads.hold(point);
    const { id } = await approved();
    await hold.reached;
    expect((await stands(id)).status).to.equal("EXECUTING");
    const before = await told(id);
    await restart();
    return { id, before, go: (on) => (on ? hold.release() : hold.drop()) };
  };

  it("while it asks the cluster whether it would be taken is gone on with, and done once", async () => {
    const { id, before, go } = await killedAt("dry-run");
    expect(before.at(-1)).to.equal("executing");
    go(false);
    expect(await ended(id)).to.include({ status: "COMPLETED", error: null });
    expect(times(id)).to.equal(1);
    expect(await told(id)).to.include.members(["resumed", "sending", "sent", "completed"]);
    await expectWhole();
  });

  for (const late of [false, true]) {
    const came = late ? "comes through late" : "comes to nothing";
    it(`while it is sent, and ${came}, isn't sent again, and says that its outcome is unknown`, async () => {
      const { id, before, go } = await killedAt("received");
      expect(before.slice(-2)).to.deep.equal(["executing", "sending"]);
      const failed = await ended(id);
      expect(failed.status).to.equal("FAILED");
      expect(failed.error).to.match(/^Outcome unknown: .*It is not sent again/);
      go(late);
      if (late) await waitFor(() => times(id) > 0, { what: "the write that was held" });
      // A second start finds nothing to do for it.
      await restart();
      expect(await stands(id)).to.deep.equal(failed);
      expect(times(id)).to.equal(late ? 1 : 0);
      await expectWhole();
    });
  }

  it("when it came through and wasn't answered is found in the cluster, and completed", async () => {
    const { id, go } = await killedAt("applied");
    go(false);
    expect(await ended(id)).to.include({ status: "COMPLETED", error: null });
    expect(times(id)).to.equal(1);
    await expectWhole();
  });

  it("while its rollout is waited for is waited for by the next one", async () => {
    cluster.workloads.rollout = "pending";
    const { id } = await approved();
    await waitFor(async () => (await told(id)).includes("sent"), { what: "the word that it was sent" });
    await restart();
    await waitFor(async () => (await told(id)).includes("resumed"), { what: "the next worker" });
    expect((await stands(id)).status).to.equal("EXECUTING");
    cluster.workloads.rollOut();
    expect(await ended(id)).to.include({ status: "COMPLETED", error: null });
    expect(times(id)).to.equal(1);
    await expectWhole();
  });

  it("is given back by one that is stopped in order, and waited for by the next", async () => {
    cluster.workloads.rollout = "pending";
    const { id } = await approved();
    await waitFor(async () => (await told(id)).includes("sent"), { what: "the word that it was sent" });
    expect(await daemon.end("SIGTERM")).to.equal(0);
    cluster.workloads.rollOut();
    daemon = await started();
    expect(await ended(id)).to.include({ status: "COMPLETED" });
    expect(times(id)).to.equal(1);
  });

  it(`at any moment is done at most once and never forgotten (seed ${SEED})`, async () => {
    const chance = createChance(SEED);
    const letThrough = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const making = Array.from({ length: 4 }, async (_, index) => {
        const row = await (index % 2 === 0 ? approved() : requested("staging"));
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
      if (times(id) > 0) expect(await told(id)).to.include.members(["executing", "sending"]);
    }
    await expectWhole();
  });
});
