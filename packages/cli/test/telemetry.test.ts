import type { DeadLetter, StoredEvent } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { deadLetterDetails, deadLetterListing, eventDetails, eventListing } from "../src/format/event.ts";
import { listTable } from "../src/format/listing.ts";
import { readCiEnvironment } from "../src/ingest/ci-environment.ts";
import { nextPagePath } from "../src/query/pages.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

const common = {
  id: "0198c1da-0000-7000-8000-00000000ee01",
  organizationId: "acme",
  receivedAt: "2026-11-20T08:00:01.000Z",
  service: "checkout",
  timestamp: "2026-11-20T08:00:00.000Z",
} as const;
const log: StoredEvent = {
  ...common,
  kind: "log",
  level: "error",
  message: "TypeError: no price\u001b[2J\n    at checkout.ts:12:4 in a line that is longer than forty cells",
  traceId: "t-1",
  spanId: null,
  metadata: { env: "production", order: { id: 7, items: ["a", "b"] } },
};
const metric: StoredEvent = {
  ...common,
  kind: "metric",
  name: "http.latency",
  value: 120,
  unit: "ms",
  labels: { a: "b" },
};
const deployment: StoredEvent = {
  ...common,
  kind: "deployment",
  version: "1.4.2",
  environment: "production",
  gitHash: "9fceb02",
  metadata: null,
};
const letter: DeadLetter = {
  id: "0298c1da-0000-7000-8000-00000000dd01",
  organizationId: "acme",
  kind: "log",
  receivedAt: "2026-11-20T08:00:00.000Z",
  reason: "Invalid log event: /level must be one of debug, info, warn, error, fatal",
  attempts: 0,
  payload: { service: "checkout", level: "loud\u202e", nested: { list: [1, 2] } },
};
const other = { ...letter, id: letter.id.replace("0298", "0398") };

describe("commands about telemetry", () => {
  const fake = fakeSession();
  const accepted = json({ id: common.id, queued: true }, 202);
  const sent = () => fake.server.requests.find(({ method }) => method === "POST");

  it("logs show prints a full event by short id", async () => {
    await fake.serve({ "GET /events/search": json([log]), [`GET /events/${log.id}`]: json(log) });
    const { stdout } = await fake.run("logs show 0198c1");
    expect(stdout).to.contain("TypeError: no price").and.contain("checkout.ts:12:4").and.contain('order: {"id":7');
    expect(stdout).not.to.contain("\u001b");
  });

  it("logs search lists events with ids with -o", async () => {
    await fake.serve({ "GET /events/search": json([log, metric, deployment]) });
    const { stdout } = await fake.run("logs search --since 1h -o csv");
    expect(stdout.split("\n")[0]).to.equal("id,timestamp,level,service,content,kind,traceId,patternId");
    expect(stdout).to.contain("http.latency 120 ms").and.contain("1.4.2 to production (9fceb02)");
  });

  it("dead-letter list prints reasons, and dead-letter show the payload", async () => {
    await fake.serve({ "GET /events/dead-letters": json([letter]) });
    expect((await fake.run("dead-letter list")).stdout).to.equal(
      `${letter.id}\tlog\tcheckout\t${letter.reason}\t0\t${letter.receivedAt}\n`,
    );
    const { stdout } = await fake.run(`dead-letter show ${letter.id}`);
    expect(stdout).to.contain('"list": [').and.contain('"loud\\u202e"');
  });

  it("dead-letter replay tries each id from a pipe, and fails if one is still invalid", async () => {
    await fake.serve({
      [`POST /events/dead-letters/${letter.id}/replay`]: refusal(422, "Invalid log event: /level"),
      [`POST /events/dead-letters/${other.id}/replay`]: json({ replayed: true, eventId: common.id }),
    });
    const { code, stdout, stderr } = await fake.run("dead-letter replay -", `${letter.id}\tlog\n${other.id}\tlog\n`);
    expect(code).to.equal(1);
    expect(await fake.run(`dead-letter replay ${letter.id}`)).to.have.property("code", 1);
    expect(stdout).to.equal(`${other.id} is queued as event ${common.id}.\n`);
    expect(stderr).to.contain("/level");
  });

  it("dead-letter replay --all asks first, and needs --yes without a terminal", async () => {
    await fake.serve({
      "GET /events/dead-letters": json([other]),
      [`POST /events/dead-letters/${other.id}/replay`]: json({ replayed: true, eventId: common.id }),
    });
    expect(await fake.run("dead-letter replay --all")).to.have.property("code", 2);
    expect(await fake.run("dead-letter replay")).to.have.property("code", 2);
    expect((await fake.run("dead-letter replay --all --dry-run")).stdout).to.equal(
      `Would send POST /events/dead-letters/${other.id}/replay\n`,
    );
    expect(sent()).to.equal(undefined);
    expect((await fake.run("dead-letter replay --all --yes")).stdout).to.contain("is queued as event");
  });

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

  it("metrics --json lists samples with labels", async () => {
    const text = '# HELP up It runs.\nup 1\nlag{service="a \\"b\\"",path="c\\\\d"} 0.5 1700000000\nworst{} +Inf\n';
    await fake.serve({
      "GET /metrics": (response) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text),
    });
    expect(JSON.parse((await fake.run("metrics --json")).stdout)).to.deep.equal([
      { name: "up", labels: {}, value: 1 },
      { name: "lag", labels: { service: 'a "b"', path: "c\\d" }, value: 0.5 },
      { name: "worst", labels: {}, value: "+Inf" },
    ]);
    expect((await fake.run("metrics")).stdout).to.equal(text);
  });

  describe("health", () => {
    const live = json({ status: "live" });
    const ready = json({ status: "ready", roles: ["core", "worker"] });

    it("exits with 0 if both interfaces are ready, without a login", async () => {
      await fake.serve({ "GET /health/live": live, "GET /health/ready": ready });
      const { TOCSIN_TOKEN: _, ...env } = fake.env;
      expect(await tocsin(["health"], { env })).to.deep.include({
        code: 0,
        stdout: "core\tready\tcore,worker\t-\ningestion\tready\tcore,worker\t-\n",
      });
    });

    it("exits with 1 and the reason if an interface is not ready", async () => {
      await fake.serve({ "GET /health/live": live, "GET /health/ready": refusal(503, "The database is away.") });
      const { code, stdout } = await fake.run("health --json");
      expect(code).to.equal(1);
      expect(JSON.parse(stdout)[0]).to.deep.equal({
        interface: "core",
        live: true,
        ready: false,
        roles: [],
        reason: "The database is away.",
      });
    });

    it("waits until the interfaces are ready, and reports once what it waits for", async () => {
      let looks = 0;
      await fake.serve({
        "GET /health/live": live,
        "GET /health/ready": (response, asked) => {
          looks += 1;
          (looks < 3 ? refusal(503, "It starts.") : ready)(response, asked);
        },
      });
      const { code, stderr } = await fake.run("health --only core --wait --timeout 60s");
      expect({ code, looks }).to.deep.equal({ code: 0, looks: 3 });
      expect(stderr).to.equal("Waiting.\ncore: not ready, It starts.\n");
    });

    it("exits with 8 after the timeout", async () => {
      await fake.serve({ "GET /health/live": live, "GET /health/ready": refusal(503, "It starts.") });
      expect(await fake.run("health --wait --timeout 10ms")).to.have.property("code", 8);
    });
  });

  it("metrics prints the text of the given interface", async () => {
    await fake.serve({
      "GET /metrics": (response) =>
        response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end("tocsin_queue_depth 0\n"),
    });
    expect(await fake.run("metrics --ingest")).to.deep.include({ code: 0, stdout: "tocsin_queue_depth 0\n" });
  });

  describe("api", () => {
    it("reads all pages of a list, one item a line", async () => {
      await fake.serve({
        "GET /team": (response, asked) =>
          asked.url.includes("cursor=")
            ? json([{ id: 3 }])(response, asked)
            : json([{ id: 1 }, { id: 2 }], 200, { link: '</api/team?cursor=a%2Bb&limit=2>; rel="next"' })(
                response,
                asked,
              ),
      });
      expect((await fake.run("api /team -q limit=2 --paginate")).stdout).to.equal('{"id":1}\n{"id":2}\n{"id":3}\n');
      expect(fake.server.requests.map(({ url }) => url)).to.deep.equal(["/team?limit=2", "/team?limit=2&cursor=a%2Bb"]);
    });

    it("finds the next page among several links, and none after the last one", () => {
      const link = '<https://x.test/a?cursor=0>; rel="prev", <https://x.test/a?cursor=2>; rel="next"';
      expect(nextPagePath("/a", link)).to.equal("/a?cursor=2");
      expect([nextPagePath("/a", null), nextPagePath("/a", '</a?cursor=1>; rel="prev"')]).to.deep.equal([
        undefined,
        undefined,
      ]);
    });

    it("rejects --paginate for other answers than lists", async () => {
      await fake.serve({ "GET /team/1": json({ id: 1 }) });
      expect(await fake.run("api /team/1 --paginate")).to.have.property("code", 2);
      expect(await fake.run("api POST /team --paginate -d {}")).to.have.property("code", 2);
    });

    it("prints status and headers before the answer", async () => {
      await fake.serve({ "GET /team": json([], 200, { "x-total-count": "0" }) });
      expect((await fake.run("api /team -i")).stdout)
        .to.match(/^HTTP 200 OK\n/)
        .and.contain("x-total-count: 0\n")
        .and.match(/\n\n\[\]\n$/);
    });

    it("sends the given key, and nothing in a dry run", async () => {
      await fake.serve({ "POST /events/logs": accepted });
      const key = ["--ingest", "-d", '{"service":"a"}', "--idempotency-key", "once"];
      await tocsin(["api", "POST", "/events/logs", ...key, "--dry-run"], { env: fake.env }).then(({ stdout }) =>
        expect(stdout).to.equal('Would send POST /events/logs {"service":"a"}\n'),
      );
      expect(fake.server.requests).to.have.length(0);
      await tocsin(["api", "POST", "/events/logs", ...key], { env: fake.env });
      expect(sent()?.headers["idempotency-key"]).to.equal("once");
    });
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const layout = { width, now: Date.parse("2026-11-20T09:00:00Z"), paint: plainPaint };
      const text = [
        listTable(eventListing([log, { ...metric, id: other.id }]), layout),
        ...[log, metric, deployment].map((event) => eventDetails(event, layout)),
        listTable(deadLetterListing([letter, other]), layout),
        deadLetterDetails(letter, layout),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
