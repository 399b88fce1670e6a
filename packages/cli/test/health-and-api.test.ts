import { expect } from "chai";
import { nextPagePath } from "../src/query/pages.ts";
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

describe("commands about both interfaces", () => {
  const fake = fakeSession();
  const accepted = json({ id: common.id, queued: true }, 202);
  const sent = () => fake.server.requests.find(({ method }) => method === "POST");

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
});
