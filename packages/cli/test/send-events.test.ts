import { expect } from "chai";
import { readCiEnvironment } from "../src/ingest/ci-environment.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

const common = {
  id: "0198c1da-0000-7000-8000-00000000ee01",
  organizationId: "acme",
  receivedAt: "2026-11-20T08:00:01.000Z",
  service: "checkout",
  timestamp: "2026-11-20T08:00:00.000Z",
} as const;

describe("commands that send one event", () => {
  const fake = fakeSession();
  const accepted = json({ id: common.id, queued: true }, 202);
  const sent = () => fake.server.requests.find(({ method }) => method === "POST");

  it("ingest log sends one event with the given key, and prints its id", async () => {
    await fake.serve({ "POST /events/logs": accepted });
    const words = ["hello world", "--service", "checkout", "--level", "warn", "--set", "env=a=b"];
    const { stdout } = await tocsin(["ingest", "log", ...words, "--idempotency-key", "once"], { env: fake.env });
    expect(stdout).to.equal(`${common.id}\n`);
    expect(JSON.parse(sent()?.body ?? "")).to.deep.equal({
      service: "checkout",
      level: "warn",
      message: "hello world",
      metadata: { env: "a=b" },
    });
    expect(sent()?.headers["idempotency-key"]).to.equal("once");
    expect(sent()?.headers["x-organization-id"]).to.equal("acme");
  });

  it("ingest prints events in a dry run, and sends none", async () => {
    await fake.serve();
    const { code, stdout, stderr } = await fake.run(
      "ingest --service api --dry-run",
      'hello\n{"msg":"x","level":50}\n',
    );
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "2 would be sent, 0 left out.\n" });
    expect(stdout).to.equal(
      '{"service":"api","level":"info","message":"hello"}\n{"service":"api","level":"error","message":"x"}\n',
    );
    expect(fake.server.requests).to.have.length(0);
  });

  it("ingest metric sends any number, and rejects other texts", async () => {
    await fake.serve({ "POST /events/metrics": accepted });
    await fake.run("ingest metric balance -1.5e3 --service shop --unit EUR --label env=prod --at 2026-11-20T08:00:00Z");
    expect(JSON.parse(sent()?.body ?? "")).to.deep.equal({
      service: "shop",
      name: "balance",
      value: -1500,
      unit: "EUR",
      timestamp: "2026-11-20T08:00:00.000Z",
      labels: { env: "prod" },
    });
    expect(await fake.run("ingest metric balance many --service shop")).to.have.property("code", 2);
  });

  it("ingest deployment takes missing flags from a pipeline", async () => {
    await fake.serve({ "POST /events/deployments": accepted });
    const env = {
      ...fake.env,
      GITHUB_SHA: "9fceb02d0ae598e95dc970b74767f19372d61af8",
      GITHUB_REPOSITORY: "acme/checkout",
      GITHUB_REF_TYPE: "branch",
      GITHUB_REF_NAME: "main",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_RUN_ID: "42",
    };
    await tocsin(["ingest", "deployment", "--environment", "production", "--status", "failed"], { env });
    expect(JSON.parse(sent()?.body ?? "")).to.deep.equal({
      service: "checkout",
      version: "9fceb02d0ae598e95dc970b74767f19372d61af8",
      environment: "production",
      gitHash: "9fceb02d0ae598e95dc970b74767f19372d61af8",
      metadata: {
        repository: "acme/checkout",
        run: "https://github.com/acme/checkout/actions/runs/42",
        status: "failed",
      },
    });
  });

  it("ingest deployment reports missing flags", async () => {
    await fake.serve();
    const env = { ...fake.env, GITHUB_REPOSITORY: "", CI_PROJECT_PATH: "", CI_ENVIRONMENT_NAME: "" };
    const { code, stderr } = await tocsin(["ingest", "deployment", "--version", "1"], { env });
    expect(code).to.equal(2);
    expect(stderr).to.contain("--service, --environment");
  });

  it("ingest deployment takes the tag of a pipeline as version", () => {
    expect(readCiEnvironment({ GITHUB_SHA: "abc", GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v2" }).version).to.equal(
      "v2",
    );
    expect(
      readCiEnvironment({
        CI_COMMIT_SHA: "abc",
        CI_COMMIT_TAG: "v3",
        CI_PROJECT_PATH: "a/b/c",
        CI_ENVIRONMENT_NAME: "live",
      }),
    ).to.include({ version: "v3", service: "c", environment: "live", commit: "abc" });
    expect(readCiEnvironment({})).to.include({ service: undefined, version: undefined });
  });
});
