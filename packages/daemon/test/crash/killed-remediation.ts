import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

export interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

/** The built-in policy asks for a second person in production. */
export const APPROVER = mintToken({ sub: "grace" });

/** The stores and helpers of the tests about a daemon that is killed while it remediates. */
export function killedRemediation() {
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

  return {
    approved,
    stands,
    events,
    started,
    ended,
    times,
    expectWhole,
    get cluster() {
      return cluster;
    },
    get daemon() {
      return daemon;
    },
    set daemon(value: DaemonProcess) {
      daemon = value;
    },
    get services() {
      return services;
    },
    set services(value) {
      services = value;
    },
  };
}
