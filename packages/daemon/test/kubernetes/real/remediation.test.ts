import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../../support/daemon.ts";
import { mintToken } from "../../support/tokens.ts";
import { waitFor } from "../../support/wait.ts";
import { isRolledOut, openRealCluster, type RealCluster, RUNNING, SLOW_MS } from "./cluster.ts";

/** The built-in policy asks for a second person in production. */
const APPROVER = mintToken({ sub: "grace" });

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

describe("a live daemon that remediates in a real cluster", function () {
  this.timeout(SLOW_MS);
  let cluster: RealCluster;
  let daemon: TestDaemon;

  before(async () => {
    cluster = await openRealCluster();
    await Promise.all([
      cluster.deploy("checkout", RUNNING, isRolledOut),
      cluster.deploy("cart", { image: "registry.invalid/none:1", imagePullPolicy: "Never" }, () => true),
    ]);
    await cluster.deploy("cart", RUNNING, isRolledOut);
    daemon = await startTestDaemon({
      TOCSIN_REMEDIATION_MODE: "live",
      KUBECONFIG: await cluster.accountWithout("tocsin", [], "remediation"),
      TOCSIN_ALLOWED_NAMESPACES: cluster.namespace,
    });
  });
  after(async () => {
    await daemon?.stop();
    await cluster?.close();
  });

  /** Approves it and waits for its end. */
  async function remediated(service: string, actionType: string, parameters = {}): Promise<Row> {
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<Row>();
    const body = { incidentId, actionType, parameters, environment: "production" };
    const asked = await core(daemon, "/remediation/request", { body });
    expect(asked.status, asked.text).to.equal(201);
    const { id, status } = asked.json<Row>();
    expect(status).to.equal("PENDING_APPROVAL");
    const approved = await core(daemon, `/remediation/${id}/approve`, { method: "POST", body: {}, token: APPROVER });
    expect(approved.json(), approved.text).to.deep.equal({ status: "QUEUED", mode: "live" });
    const ended = async (): Promise<Row | false> => {
      const row = (await core(daemon, `/remediation/actions/${id}`)).json<Row>();
      return (row.status === "COMPLETED" || row.status === "FAILED") && row;
    };
    return waitFor(ended, { within: SLOW_MS, what: `the end of ${actionType}` });
  }

  it("scales a service once somebody has approved it", async () => {
    const row = await remediated("checkout", "scale-service", { replicas: 3 });
    expect([row.status, row.error]).to.deep.equal(["COMPLETED", null]);
    expect((await cluster.deployment("checkout")).spec?.replicas).to.equal(3);
    expect((await core(daemon, "/remediation/audit/verify")).json()).to.include({ valid: true });
  });

  it("says why a rollout failed", async () => {
    const row = await remediated("cart", "rollback-deployment", { toRevision: 1 });
    expect(row.status).to.equal("FAILED");
    expect(row.error).to.match(/its image registry\.invalid\/none:1 can't be had \(ErrImageNeverPull\)/);
  });

  it("refuses what isn't there, and leaves no row", async () => {
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["nowhere"] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<Row>();
    const answer = await core(daemon, "/remediation/request", { body: { incidentId, actionType: "restart-service" } });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.include("There is no deployment nowhere in namespace");
  });
});
