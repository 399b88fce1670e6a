import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import type { DaemonProcess } from "../support/process.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

/** More than enough for both to come by one. */
const REQUESTS_MAX = 200;

describeDaemonGroup("Remediation by two processes that share a database", (start) => {
  const daemons: DaemonProcess[] = [];
  let cluster: FakeKubernetes;
  let services = 0;
  before(async function () {
    this.timeout(60_000);
    cluster = await openFakeKubernetes();
    const settings = { TOCSIN_REMEDIATION_MODE: "live", KUBECONFIG: cluster.kubeconfig };
    for (let index = 0; index < 2; index += 1) daemons.push(await start("ingest,core,worker", { settings }));
  });
  after(async () => {
    for (const daemon of daemons) await daemon.end("SIGKILL");
    await cluster?.close();
  });

  const [first, second] = [() => daemons[0] as DaemonProcess, () => daemons[1] as DaemonProcess];

  /** An action on a service of its own, approved: nothing but the request knows its environment. */
  async function requested(): Promise<string> {
    const service = `checkout-${++services}`;
    deploy(cluster.workloads, service);
    const daemon = services % 2 === 0 ? first() : second();
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<Row>();
    const body = { incidentId, actionType: "restart-service", environment: "staging" };
    const answer = await core(daemon, "/remediation/request", { body });
    expect(answer.status, answer.text).to.equal(201);
    const { id } = answer.json<Row>();
    const approval = { method: "POST", body: {}, token: mintToken({ sub: "grace" }) };
    expect((await core(daemon, `/remediation/${id}/approve`, approval)).status).to.equal(200);
    return id;
  }
  const ended = (id: string): Promise<Row> =>
    waitFor(
      async () => {
        const row = (await core(second(), `/remediation/actions/${id}`)).json<Row>();
        return (row.status === "COMPLETED" || row.status === "FAILED") && row;
      },
      { within: 30_000, what: `the end of action ${id}` },
    );
  const times = (id: string): number => cluster.workloads.applied.filter(({ action }) => action === id).length;
  const endedBy = async (daemon: DaemonProcess): Promise<number> => {
    const { text } = await core(daemon, "/metrics");
    const counts = text.matchAll(/^tocsin_remediations_total\{.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it("is shared between them, and done once", async function () {
    this.timeout(60_000);
    const ids: string[] = [];
    const shares = async () => Promise.all([endedBy(first()), endedBy(second())]);
    while ((await shares()).includes(0) && ids.length < REQUESTS_MAX) {
      const id = await requested();
      ids.push(id);
      expect(await ended(id)).to.include({ status: "COMPLETED", error: null });
    }
    expect(await shares()).to.not.include(0);
    const [one, other] = await shares();
    expect(Number(one) + Number(other)).to.equal(ids.length);
    expect(ids.map(times)).to.deep.equal(ids.map(() => 1));
  });

  it("goes on in one where the other stops in order, and is done once", async function () {
    this.timeout(60_000);
    cluster.workloads.rollout = "pending";
    const ids = await Promise.all(Array.from({ length: 8 }, requested));
    const events = async (id: string): Promise<string[]> =>
      (await core(second(), `/remediation/actions/${id}/audit`)).json<{ event: string }[]>().map(({ event }) => event);
    await waitFor(async () => (await Promise.all(ids.map(events))).every((reported) => reported.includes("sent")), {
      within: 20_000,
      what: "the word that all were sent",
    });
    expect(await first().end("SIGTERM")).to.equal(0);
    cluster.workloads.rollout = "prompt";
    cluster.workloads.rollOut();
    for (const id of ids) {
      expect(await ended(id)).to.include({ status: "COMPLETED", error: null });
      // It was given back: nobody had to wait for a lease to run out.
      expect(await events(id)).to.not.include("resumed");
    }
    expect(ids.map(times)).to.deep.equal(ids.map(() => 1));
    expect((await core(second(), "/remediation/audit/verify")).json()).to.include({ valid: true });
  });
});
