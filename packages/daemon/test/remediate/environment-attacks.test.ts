import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, ingest, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly details: {
    readonly policy: { readonly rules: readonly { readonly rule: string; readonly reason: string }[] };
  };
}

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

describe("A requester who names what suits them", function () {
  this.timeout(60_000);
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

  it("doesn't get around a denial and a freeze in production by naming staging", async () => {
    const { id, environment } = await fatal("orders", "production");
    expect(environment).to.equal("production");
    for (const named of [undefined, "staging", "dev", "qa", "STAGING ", "ｓｔａｇｉｎｇ"]) {
      const answer = await request(id, named === undefined ? {} : { environment: named });
      expectDenied(answer, String(named));
      expect(answer.text, String(named)).to.contain("freeze: sale is open");
    }
  });

  it("doesn't get around them where nobody knows the environment, with any name", async () => {
    const id = await manual("unheard-of");
    const { id: logged } = await fatal("unplaced");
    for (const incidentId of [id, logged]) {
      for (const named of [undefined, "staging", "dev", "unknown"]) {
        expectDenied(await request(incidentId, named === undefined ? {} : { environment: named }), String(named));
      }
    }
  });

  it("is refused a look-alike of a name", async () => {
    const id = await manual("unheard-of");
    for (const environment of ["prоduction", "pr0duction", "dev\u200b", "ѕtаgе"]) {
      const answer = await request(id, { environment });
      expect(answer.status, environment).to.equal(422);
      expect(answer.json<{ violations: string[] }>().violations[0], environment).to.match(
        /^environment: .*(invisible|looks like)/,
      );
    }
    const service = await request(id, { serviceName: "раyments" });
    expect(service.status).to.equal(422);
    expect(service.json<{ violations: string[] }>().violations[0]).to.match(/^serviceName: .*looks like/);
  });

  it("doesn't lower a service that the catalog knows as production by one log that says staging", async () => {
    const { id, environment } = await fatal("payments", "staging");
    expect(environment).to.equal("staging");
    expectDenied(await request(id), "nothing named");
    expectDenied(await request(id, { environment: "staging" }), "staging");
  });

  it("doesn't act on production from an incident in dev by naming another service, or its deployment", async () => {
    const { id } = await fatal("toy", "dev");
    expectDenied(await request(id, { serviceName: "payments" }), "the catalog's production");
    expectDenied(await request(id, { serviceName: "Payments" }), "spelled otherwise");
    expectDenied(await request(id, { serviceName: "nobody-knows-it" }), "one that nobody knows");
    const deployment = await request(id, { parameters: { deployment: "payments" } });
    expectDenied(deployment, "its deployment");
    expect(deployment.text, "the catalog was asked for the deployment").not.to.contain("nothing else says");
    expectDenied(await request(id, { parameters: { namespace: "shop-prod" } }), "a namespace of production");
  });

  it("doesn't place a service by an incident that names it beside one in dev", async () => {
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["toy", "ledger"] };
    const { id } = (await core(daemon, "/incidents", { body })).json<Row>();
    expectDenied(await request(id, { serviceName: "ledger" }), "the second service of a manual incident");
  });

  it("doesn't lower how far an action reaches by spelling the service otherwise", async () => {
    for (const caller of ["web", "app"]) {
      const body = { dependencies: ["toy"] };
      await core(daemon, `/services/catalog/${caller}/dependencies`, { method: "PUT", body });
    }
    const { id } = await fatal("toy", "dev");
    const reach = async (more: object): Promise<number> => {
      const body = { incidentId: id, actionType: "restart-service", ...more };
      const answer = await core(daemon, "/remediation/preview", { method: "POST", body });
      return answer.json<{ plan: { blastRadius: number } }>().plan.blastRadius;
    };
    expect([await reach({}), await reach({ serviceName: "TOY" })]).to.deep.equal([2, 2]);
    expect(await reach({ serviceName: "other", parameters: { deployment: "toy" } })).to.equal(2);
  });

  it("has what contradicts shown to whoever looks, and kept in the audit log", async () => {
    const { id } = await fatal("toy", "dev");
    const answer = await request(id, { environment: "qa" });
    expect(answer.status, answer.text).to.equal(201);
    const row = answer.json<Row>();
    expect(row.status).to.equal("PENDING_APPROVAL");
    const words = row.details.policy.rules.find(({ rule }) => rule === "environment-differs")?.reason;
    expect(words).to.equal(
      "The catalog has toy in dev; the incident is in dev; the action names qa. The strictest verdict of all holds.",
    );
    const audit = await core(daemon, `/remediation/actions/${row.id}/audit`);
    expect(audit.text).to.contain("the action names qa").and.contain('"source":"catalog"');
  });

  it("has actions counted by their target, by whatever names it is asked for", async () => {
    const body = { ownerTeam: "shop", tier: "tier-1", environment: "dev" };
    await core(daemon, "/services/catalog/Doll_House", { method: "PUT", body });
    const statuses: number[] = [];
    for (const serviceName of ["doll-house", "Doll House", "doll_house", "DOLL-HOUSE"]) {
      const { status } = await request(await manual(serviceName), { environment: "dev" });
      statuses.push(status);
    }
    expect(statuses).to.deep.equal([201, 201, 422, 422]);
  });
});

describe("An override", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    const file = join(temporaryFolder(), "policy.yaml");
    const rules = [{ name: "asks", verdict: "manual" }];
    writeFileSync(file, JSON.stringify({ rules, overridePermission: "remediation:override" }));
    daemon = await startTestDaemon({ TOCSIN_POLICY_FILE: file });
  });
  after(() => daemon.stop());

  it("takes the permission that the policy file asks for", async () => {
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    const incidentId = (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
    const asked = { incidentId, actionType: "restart-service" };
    const { id } = (await core(daemon, "/remediation/request", { body: asked })).json<Row>();
    await core(daemon, `/incidents/${incidentId}/status`, { method: "PATCH", body: { status: "RESOLVED" } });
    const approve = async (permissions: readonly string[]): Promise<Answer> => {
      const token = await mintToken({ permissions });
      return core(daemon, `/remediation/${id}/approve`, { method: "POST", body: { reason: "It matters." }, token });
    };
    const refused = await approve(["remediation:approve"]);
    expect(refused.status, refused.text).to.equal(403);
    expect(refused.text).to.contain("needs the permission remediation:override");
    const taken = await approve(["remediation:approve", "remediation:override"]);
    expect(taken.json()).to.include({ status: "QUEUED" });
  });
});
