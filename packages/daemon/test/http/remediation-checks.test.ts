import { join } from "node:path";
import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import { firstVerification } from "../../src/remediate/verify/judge-effect.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { actionRow, changed, given } from "../store/audit-samples.ts";
import { ACME, incident } from "../store/samples.ts";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Action {
  readonly id: string;
  readonly status: string;
  readonly verification: { readonly status: string; readonly checkedAt: string | null; readonly reason: string } | null;
}

describe("what became of completed actions, over HTTP", function () {
  this.timeout(40_000);
  const token = tokenOf("acme", { name: "Ada", sub: "ada" });
  let daemon: TestDaemon;
  const about = incident({ environment: "staging", createdAt: Date.now(), updatedAt: Date.now() });

  /** Three restarts that completed while the incident's signal went on, and a daemon that was away since. */
  const before = async (dataDir: string): Promise<void> => {
    const target = { kind: "sqlite", path: join(dataDir, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) } as const;
    await migrate(target);
    const database = await openDatabase(target);
    const clock = { now: () => Date.now() };
    const { verification } = builtInPolicy(clock.now());
    await createIncidentStore(database, clock).create(ACME, { ...about, lastSeenAt: clock.now() - MINUTE_MS }, []);
    for (const minutesAgo of [240, 180, 120]) {
      const at = clock.now() - minutesAgo * MINUTE_MS;
      const environment = "staging";
      const queued = { status: "QUEUED" as const, queuedAt: at, createdAt: at, environment };
      const targetKey = "live//Deployment/default/checkout";
      const row = actionRow({ incidentId: about.id, targetKey, ...queued });
      await given(database, row);
      await changed(database, row, { trigger: "execute" }, at);
      const fields = firstVerification(verification, "live", at);
      await changed(database, row, { trigger: "complete", fields }, at);
    }
    await database.close();
  };

  after(() => daemon.stop());

  const get = async <Body>(path: string): Promise<Body> => {
    const answer = await core(daemon, path, { token });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json();
  };
  const history = (): Promise<readonly Action[]> => get(`/remediation/history/${about.id}`);
  const isChecked = ({ verification }: Action): boolean => verification !== null && verification.status !== "pending";

  it("finds three that didn't help, and lets no further one run by itself", async () => {
    const dataDir = temporaryFolder();
    await before(dataDir);
    daemon = await startTestDaemon({ TOCSIN_SECRET_KEY: SECRET_KEY }, dataDir);
    const actions = await waitFor(
      async () => {
        const found = await history();
        return found.every(isChecked) && found;
      },
      { within: 20_000, what: "the checks" },
    );
    expect(actions.map(({ verification }) => verification?.status)).to.deep.equal(Array(3).fill("ineffective"));
    expect(actions[0]?.verification?.reason).to.match(/^Its signal \(log_error_rate\) was seen again at /);

    const body = { incidentId: about.id, actionType: "restart-service" };
    const preview = await core(daemon, "/remediation/preview", { method: "POST", token, body });
    expect(preview.json()).to.include({ verdict: "manual", status: "PENDING_APPROVAL" });
    expect(preview.text).to.contain("The last 3 actions on checkout in staging didn't help");

    const titles = await waitFor(
      async () => {
        const found = await get<readonly { title: string }[]>(`/incidents/${about.id}/events`);
        return found.some(({ title }) => title === "There is nobody to escalate to") && found.map(({ title }) => title);
      },
      { within: 20_000, what: "the escalation" },
    );
    expect(titles).to.include("It didn't help: restart-service on checkout in staging");
    expect(titles).to.include("Automatic actions on checkout wait for a person now");
    expect(await get("/remediation/audit/verify")).to.include({ valid: true });
  });

  it("doesn't know whether one helped that was simulated", async () => {
    const body = { incidentId: about.id, actionType: "delete-pod", parameters: { pod: "checkout-1" } };
    const answer = await core(daemon, "/remediation/request", { method: "POST", token, body });
    expect(answer.status, answer.text).to.equal(201);
    const { id } = answer.json<Action>();
    const action = await waitFor(
      async () => {
        const found = await get<Action>(`/remediation/actions/${id}`);
        return isChecked(found) && found;
      },
      { within: 20_000, what: "the check" },
    );
    expect(action.status).to.equal("COMPLETED");
    expect(action.verification).to.deep.include({
      status: "inconclusive",
      reason: "Nothing was changed: the action was simulated.",
    });
    expect(await get("/remediation/audit/verify")).to.include({ valid: true });
  });
});
