import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";

interface Shown {
  readonly source: string;
  readonly version: string;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  readonly guardrails: Readonly<Record<string, unknown>>;
  readonly windows: readonly Readonly<Record<string, unknown>>[];
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  readonly approvalTtlMinutes: number;
}

const POLICY = `
extends: default
approvalTtlMinutes: 30
rules:
  - { name: acme-only, verdict: deny, organizations: [acme] }
  - { name: other-only, verdict: auto, organizations: [other] }
windows:
  - { name: always, effect: manual, reason: Never., from: '2020-01-01T00:00Z', to: '2100-01-01T00:00Z' }
  - { name: others, effect: deny, reason: Theirs., organizations: [other], cron: '0 0 * * *', timeZone: UTC, durationMinutes: 60 }
actions:
  - { type: flush-cache, url: 'https://hook.test/kept-secret', secretEnv: FLUSH_SECRET, parameters: { cache: { type: string } } }
`;

const names = (items: readonly Readonly<Record<string, unknown>>[]): unknown[] => items.map(({ name }) => name);

describe("GET /remediation/policy", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  afterEach(() => daemon.stop());
  const shown = async (organization = "acme"): Promise<Shown> => {
    const answer = await core(daemon, "/remediation/policy", { token: tokenOf(organization) });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Shown>();
  };

  it("answers the built-in policy where there is no file", async () => {
    daemon = await startTestDaemon();
    const policy = await shown();
    expect([policy.source, policy.approvalTtlMinutes, policy.windows]).to.deep.equal(["built-in", 60, []]);
    expect(names(policy.rules)).to.deep.equal(["production-asks", "restarts-elsewhere", "changes-elsewhere"]);
    expect(policy.guardrails).to.deep.include({ actionsPerHour: 6, cooldownMinutes: 5, openIncidentOnly: true });
    expect(policy.actions.map(({ type }) => type)).to.deep.equal([
      "restart-service",
      "scale-service",
      "rollback-deployment",
      "delete-pod",
    ]);
  });

  it("answers the file's, without what is another organization's and without addresses and secrets", async () => {
    const file = join(temporaryFolder(), "policy.yaml");
    writeFileSync(file, POLICY);
    daemon = await startTestDaemon({ TOCSIN_POLICY_FILE: file });
    const own = await shown("acme");
    expect(own.source).to.equal("file");
    expect(names(own.rules).slice(0, 2)).to.deep.equal(["acme-only", "production-asks"]);
    expect(own.windows).to.deep.equal([
      {
        name: "always",
        effect: "manual",
        reason: "Never.",
        environments: [],
        from: "2020-01-01T00:00:00.000Z",
        to: "2100-01-01T00:00:00.000Z",
        cron: null,
        timeZone: null,
        durationMinutes: null,
        open: true,
        changesAt: "2100-01-01T00:00:00.000Z",
      },
    ]);
    expect(JSON.stringify(own)).not.to.match(/kept-secret|FLUSH_SECRET|hook\.test|other-only|Theirs/);
    const others = await shown("other");
    expect(names(others.rules)[0]).to.equal("other-only");
    expect(names(others.windows)).to.deep.equal(["always", "others"]);
  });

  it("asks for the permission remediation:view", async () => {
    daemon = await startTestDaemon();
    const token = tokenOf("acme", { permissions: ["incidents:view"] });
    const answer = await core(daemon, "/remediation/policy", { token });
    expect(answer.status).to.equal(403);
    expect(answer.text).to.include("remediation:view");
  });
});
