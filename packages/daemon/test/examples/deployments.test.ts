import { expect } from "chai";
import { core, drained, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { runExample } from "./run-example.ts";

describe("Examples about deployments", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const open = async (service: string, severity: string) => {
    const body = { title: "It \u001b[31mfails", description: "none", severity, affectedServices: [service] };
    return (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
  };
  const resolve = (id: string) =>
    core(daemon, `/incidents/${id}/status`, { method: "PATCH", body: { status: "RESOLVED" } });

  for (const script of ["gate-deployment/gate.mjs", "gate-deployment/gate.sh"]) {
    it(`${script} lets a service through until it has an open critical incident, and after it`, async () => {
      const service = `gate-${script.slice(-2)}`;
      await open(`${service}-other`, "CRITICAL");
      await open(service, "HIGH");
      expect((await runExample(daemon, [script, service])).code).to.equal(0);
      const id = await open(service, "CRITICAL");
      const stopped = await runExample(daemon, [script, service]);
      expect(stopped.code, stopped.stderr).to.equal(1);
      expect(stopped.stdout).to.include(id).and.not.include("\u001b");
      await resolve(id);
      expect((await runExample(daemon, [script, service])).code).to.equal(0);
      expect((await runExample(daemon, [script, service, "critical,high"])).code).to.equal(1);
    });

    it(`${script} ends with 2 where nobody can say`, async () => {
      const { code, stdout, stderr } = await runExample(daemon, [script, "checkout"], { TOCSIN_TOKEN: "wrong" });
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
      expect(stderr).to.include("Nobody knows whether checkout may be deployed");
      const usage = await runExample(daemon, [script]);
      expect(usage.code).to.equal(2);
      expect(usage.stderr).to.match(/^Usage: /);
      const noAddress = await runExample(daemon, [script, "checkout"], { TOCSIN_URL: "tocsin.example.com" });
      expect(noAddress.code, noAddress.stderr).to.equal(2);
    });
  }

  const job = {
    GITHUB_REPOSITORY: "shop/billing",
    GITHUB_SHA: "8c1f0d2a9b",
    GITHUB_REF_TYPE: "tag",
    GITHUB_REF_NAME: "v1.4.2",
    GITHUB_ACTOR: "ann",
    GITHUB_RUN_ID: "77",
    GITHUB_SERVER_URL: "https://github.com",
  };

  it("report.mjs tells what was deployed, by whom and by which run, and a repeated job tells it once", async () => {
    const first = await runExample(daemon, ["report-deployment/report.mjs"], job);
    expect(first.code, first.stderr).to.equal(0);
    const again = await runExample(daemon, ["report-deployment/report.mjs"], job);
    expect(again.stdout).to.equal(first.stdout);
    await drained(daemon);
    const stored = await search(daemon, { kind: "deployment", service: "billing" });
    expect(stored).to.have.lengthOf(1);
    expect(stored[0]).to.deep.include({
      id: first.stdout.trim(),
      version: "v1.4.2",
      environment: "production",
      gitHash: "8c1f0d2a9b",
      metadata: { status: "succeeded", author: "ann", pipeline: "https://github.com/shop/billing/actions/runs/77" },
    });
  });

  it("report.mjs ends with 1 and the reason where it isn't taken, and 2 where it isn't told enough", async () => {
    const refused = await runExample(daemon, ["report-deployment/report.mjs"], { ...job, VERSION: "v".repeat(201) });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include("/version");
    expect((await runExample(daemon, ["report-deployment/report.mjs"])).code).to.equal(2);
  });

  it("report.mjs takes names that no header can hold, and long ones that differ only in the run", async () => {
    const settings = { ...job, SERVICE: "платежи", VERSION: "v".repeat(200) };
    const first = await runExample(daemon, ["report-deployment/report.mjs"], settings);
    expect(first.code, first.stderr).to.equal(0);
    const next = await runExample(daemon, ["report-deployment/report.mjs"], { ...settings, GITHUB_RUN_ID: "78" });
    expect(next.code, next.stderr).to.equal(0);
    expect(next.stdout).not.to.equal(first.stdout);
  });

  it("report.mjs takes what GitLab says, and the commit where there is no tag", async () => {
    const gitlab = {
      CI_PROJECT_NAME: "search",
      CI_COMMIT_SHA: "0123456789abcdef",
      CI_COMMIT_REF_NAME: "main",
      CI_ENVIRONMENT_NAME: "staging",
      GITLAB_USER_LOGIN: "ben",
      CI_PIPELINE_ID: "9",
      CI_PIPELINE_URL: "https://gitlab.com/shop/search/-/pipelines/9",
    };
    const { code, stderr } = await runExample(daemon, ["report-deployment/report.mjs", "failed"], gitlab);
    expect(code, stderr).to.equal(0);
    await drained(daemon);
    const [stored] = await search(daemon, { kind: "deployment", service: "search" });
    expect(stored).to.include({ version: "0123456789ab", environment: "staging", gitHash: "0123456789abcdef" });
    expect(stored?.metadata).to.deep.equal({ status: "failed", author: "ben", pipeline: gitlab.CI_PIPELINE_URL });
  });
});
