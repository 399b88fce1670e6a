import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, ingest, startTestDaemon, type TestDaemon, temporaryFolder } from "../../support/daemon.ts";
import { mintToken } from "../../support/tokens.ts";
import { waitFor } from "../../support/wait.ts";
import { isRolledOut, openRealCluster, type RealCluster, RUNNING, SLOW_MS } from "./cluster.ts";

interface Row {
  readonly id: string;
  readonly status: string;
}

const APPROVER = mintToken({ sub: "grace" });

/** Production is forbidden; everywhere else all runs by itself. */
const POLICY = {
  rules: [
    { name: "never-in-production", verdict: "deny", environments: ["production"] },
    { name: "elsewhere", verdict: "auto" },
  ],
  guardrails: { cooldownMinutes: 0, actionsPerHour: null, concurrentPerService: null },
};

describe("a live daemon whose policy forbids production", function () {
  this.timeout(SLOW_MS);
  let cluster: RealCluster;
  let daemon: TestDaemon;
  before(async () => {
    cluster = await openRealCluster();
    await Promise.all(["payments", "toy"].map((name) => cluster.deploy(name, RUNNING, isRolledOut)));
    const file = join(temporaryFolder(), "policy.yaml");
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(POLICY));
    daemon = await startTestDaemon({
      TOCSIN_REMEDIATION_MODE: "live",
      TOCSIN_POLICY_FILE: file,
      KUBECONFIG: await cluster.accountWithout("tocsin", [], "remediation"),
      TOCSIN_ALLOWED_NAMESPACES: cluster.namespace,
    });
    for (const [service, environment] of [
      ["payments", "production"],
      ["toy", "dev"],
    ] as const) {
      const body = { ownerTeam: "shop", tier: "tier-1", environment };
      await core(daemon, `/services/catalog/${service}`, { method: "PUT", body });
    }
  });
  after(async () => {
    await daemon?.stop();
    await cluster?.close();
  });

  const incidentOf = async (service: string, env: string): Promise<string> => {
    const log = { service, level: "fatal", message: "out of memory", metadata: { env } };
    await ingest(daemon, "/events/logs", log);
    const found = async (): Promise<Row | undefined> =>
      (await core(daemon, `/incidents?service=${service}`)).json<Row[]>()[0];
    return (await waitFor(found, { within: SLOW_MS, what: `an incident of ${service}` })).id;
  };

  it("touches nothing in production, whatever environment or service a request names", async () => {
    const untouched = (await cluster.deployment("payments")).metadata?.resourceVersion;
    const [own, other] = [await incidentOf("payments", "staging"), await incidentOf("toy", "dev")];
    for (const body of [
      { incidentId: own },
      { incidentId: own, environment: "staging" },
      { incidentId: own, environment: "dev", serviceName: "toy", parameters: { deployment: "payments" } },
      { incidentId: other, serviceName: "payments" },
      { incidentId: other, serviceName: "Payments", environment: "dev" },
      { incidentId: other, parameters: { deployment: "payments" } },
      { incidentId: other, environment: "ԁеv" },
    ]) {
      const answer = await core(daemon, "/remediation/request", { body: { actionType: "restart-service", ...body } });
      expect(answer.status, `${JSON.stringify(body)}: ${answer.text}`).to.equal(422);
    }
    expect((await core(daemon, "/remediation/actions")).json()).to.deep.equal([]);
    expect((await cluster.deployment("payments")).metadata?.resourceVersion).to.equal(untouched);
  });

  it("still restarts what every source places in dev, by itself and once", async () => {
    const incidentId = await incidentOf("toy", "dev");
    const before = (await cluster.deployment("toy")).metadata?.generation ?? 0;
    const asked = { incidentId, actionType: "restart-service", environment: "dev" };
    const answer = await core(daemon, "/remediation/request", { body: asked, token: APPROVER });
    expect(answer.status, answer.text).to.equal(201);
    const { id } = answer.json<Row>();
    const ended = async (): Promise<Row | false> => {
      const row = (await core(daemon, `/remediation/actions/${id}`)).json<Row>();
      return (row.status === "COMPLETED" || row.status === "FAILED") && row;
    };
    expect((await waitFor(ended, { within: SLOW_MS, what: "the restart" })).status).to.equal("COMPLETED");
    expect((await cluster.deployment("toy")).metadata?.generation).to.equal(before + 1);
  });
});
