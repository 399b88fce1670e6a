import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, ingest, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { waitFor } from "../support/wait.ts";

interface Seen {
  readonly id: string;
  readonly environment: string;
}

/** Nothing is done in production, by rule and by window; elsewhere restarts run by themselves. */
const POLICY = {
  rules: [
    { name: "never-in-production", verdict: "deny", environments: ["production"] },
    { name: "elsewhere", verdict: "auto" },
  ],
  windows: [
    {
      name: "sale",
      effect: "deny",
      reason: "It sells.",
      environments: ["production"],
      from: "2020-01-01T00:00Z",
      to: "2090-01-01T00:00Z",
    },
  ],
  namespaces: [{ namespace: "*-prod", environment: "production" }],
  guardrails: { actionsPerHour: 2, cooldownMinutes: 0, concurrentPerService: null },
};

/** The stores and helpers of the tests about a requester who names what suits them. */
export function environmentAttack() {
  let daemon: TestDaemon;
  before(async () => {
    const file = join(temporaryFolder(), "policy.yaml");
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(POLICY));
    daemon = await startTestDaemon({ TOCSIN_POLICY_FILE: file, TOCSIN_ALLOWED_NAMESPACES: "shop,shop-prod" });
    for (const [service, environment] of [
      ["payments", "production"],
      ["toy", "dev"],
    ] as const) {
      const body = { ownerTeam: "shop", tier: "tier-1", environment };
      const answer = await core(daemon, `/services/catalog/${service}`, { method: "PUT", body });
      expect(answer.status, answer.text).to.equal(200);
    }
  });
  after(() => daemon.stop());

  const manual = async (service: string): Promise<string> => {
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    return (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
  };
  const fatal = async (service: string, env?: string): Promise<Seen> => {
    const metadata = env === undefined ? {} : { metadata: { env } };
    await ingest(daemon, "/events/logs", { service, level: "fatal", message: "out of memory", ...metadata });
    return waitFor(async () => (await core(daemon, `/incidents?service=${service}`)).json<Seen[]>()[0], {
      within: 10_000,
      what: `an incident of ${service}`,
    });
  };
  const request = (incidentId: string, more: object = {}): Promise<Answer> =>
    core(daemon, "/remediation/request", { body: { incidentId, actionType: "restart-service", ...more } });
  const expectDenied = (answer: Answer, what: string): void => {
    expect(answer.status, `${what}: ${answer.text}`).to.equal(422);
    expect(answer.text, what).to.match(/never-in-production denies/);
  };

  return {
    fatal,
    request,
    expectDenied,
    manual,
    get daemon() {
      return daemon;
    },
  };
}
