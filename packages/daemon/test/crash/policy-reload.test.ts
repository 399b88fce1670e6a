import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly details: {
    readonly policy: { readonly version: string; readonly rules: readonly { readonly rule: string }[] };
  };
}

/** No bounds, so that a load of requests meets the rules alone. */
const policy = (name: string, verdict: string): string => `
rules: [{ name: ${name}, verdict: ${verdict} }]
guardrails: { actionsPerHour: null, cooldownMinutes: null, concurrent: null, concurrentPerService: null }
`;

const CALLERS = 4;

describe("SIGHUP", function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  let daemon: DaemonProcess;
  let incidentId: string;
  before(async () => {
    folder = temporaryFolder();
    file = join(folder, "policy.yaml");
    writeFileSync(file, policy("first", "manual"));
    daemon = await startDaemonProcess(folder, { TOCSIN_POLICY_FILE: file });
    const body = { title: "Checkout fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    incidentId = (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
  });
  after(() => daemon.end("SIGKILL"));

  const request = async (): Promise<Row> => {
    const body = { incidentId, actionType: "restart-service" };
    const answer = await core(daemon, "/remediation/request", { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Row>();
  };
  const rulesInForce = async (): Promise<string[]> => {
    const answer = (await core(daemon, "/remediation/policy")).json<{ rules: { name: string }[] }>();
    return answer.rules.map(({ name }) => name);
  };
  const reload = async (text: string, said: RegExp): Promise<void> => {
    const before = daemon.output().length;
    writeFileSync(file, text);
    process.kill(daemon.pid, "SIGHUP");
    await waitFor(() => said.test(daemon.output().slice(before)), { within: 15_000, what: String(said) });
  };

  it("reloads the policy file under load: every request is answered, by one policy or the other", async () => {
    const rows: Row[] = [];
    let loading = true;
    const load = Array.from({ length: CALLERS }, async () => {
      while (loading) rows.push(await request());
    });
    const made = (name: string): Promise<unknown> =>
      waitFor(() => rows.filter((row) => row.details.policy.rules[0]?.rule === name).length >= 20, {
        within: 20_000,
        what: `twenty requests decided by ${name}`,
      });
    try {
      await made("first");
      await reload(policy("second", "manual"), /Policy reloaded/);
      await made("second");
      await reload(
        "rules: [{ name: third }]\n",
        /policy\.yaml:1:9: rules\[0\] \(third\): verdict is missing.*rejected/,
      );
      const seen = rows.length;
      await waitFor(() => rows.length > seen + 20, { within: 20_000, what: "more requests" });
      await reload(policy("fourth", "manual"), /Policy reloaded/);
      await made("fourth");
    } finally {
      loading = false;
      await Promise.all(load);
    }
    const decidedBy = new Set(rows.map(({ details }) => `${details.policy.rules[0]?.rule} ${details.policy.version}`));
    expect([...decidedBy].map((each) => each.split(" ")[0])).to.have.members(["first", "second", "fourth"]);
    const stats = (await core(daemon, "/remediation/stats")).json<{ total: number; pending: number }>();
    expect([stats.total, stats.pending]).to.deep.equal([rows.length, rows.length]);
  });

  it("gives the new policy to the thread that executes, too", async () => {
    await reload(policy("by-itself", "auto"), /Policy reloaded/);
    expect(await rulesInForce()).to.deep.equal(["by-itself"]);
    const { id } = await request();
    const row = await waitFor(
      async () => {
        const found = (await core(daemon, `/remediation/actions/${id}`)).json<Row>();
        return ["COMPLETED", "FAILED"].includes(found.status) && found;
      },
      { within: 15_000, what: "the end of the action" },
    );
    expect([row.status, row.error]).to.deep.equal(["COMPLETED", null]);
  });

  it("leaves the policy as it was where the file has gone", async () => {
    const before = daemon.output().length;
    rmSync(file);
    process.kill(daemon.pid, "SIGHUP");
    await waitFor(() => /can't be read.*rejected/.test(daemon.output().slice(before)), {
      within: 15_000,
      what: "the log",
    });
    expect(await rulesInForce()).to.deep.equal(["by-itself"]);
  });

  it("stops a daemon without a policy file in order, as when its terminal has gone", async () => {
    const other = await startDaemonProcess(temporaryFolder());
    expect(await other.end("SIGHUP")).to.equal(0);
    expect(other.output()).to.match(/Stopping on SIGHUP/);
  });
});
