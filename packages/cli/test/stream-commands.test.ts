import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

describe("commands that read and write streams", () => {
  const fake = fakeSession();

  describe("logs search", () => {
    const events = [2, 1].map((id) => ({
      id: String(id),
      kind: "log",
      organizationId: "acme",
      receivedAt: "",
      service: "api",
      timestamp: "2026-11-20T08:00:00.000Z",
      level: "error",
      message: `m${id}`,
      traceId: null,
      spanId: null,
      metadata: null,
    }));
    it("prints events as lines of JSON, and sends absolute times", async () => {
      await fake.serve({ "GET /events/search": json(events) });
      const { code, stdout } = await fake.run(
        "logs search connection refused --service api --level ERROR --kind log --from 1h --limit 2",
      );
      expect(code).to.equal(0);
      expect(
        stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).to.deep.equal(events);
      const query = new URLSearchParams(fake.server.requests[0]?.url.split("?")[1]);
      expect(Object.fromEntries(query)).to.include({
        q: "connection refused",
        service: "api",
        level: "error",
        kind: "log",
        limit: "2",
      });
      expect(Date.now() - Date.parse(query.get("from") ?? "")).to.be.within(3_600_000, 3_660_000);
    });

    it("rejects an empty time range before the request", async () => {
      await fake.serve();
      const { code, stderr } = await fake.run("logs search --from 1h --to 2h");
      expect(code).to.equal(2);
      expect(stderr).to.contain("must be before --until").and.contain("--since 2h --until 1h");
      expect(fake.server.requests).to.have.length(0);
    });
  });

  describe("api", () => {
    it("sends any request and prints its answer", async () => {
      await fake.serve({
        "POST /team": json({ id: "m1" }, 201),
        "GET /incidents/export/csv": (response) =>
          response.writeHead(200, { "content-type": "text/csv" }).end("id,title\n"),
      });
      expect(
        await tocsin(["api", "post", "/team", "-q", "a=b=c", "-d", '{"name":"Ada"}'], { env: fake.env }),
      ).to.deep.include({
        code: 0,
        stdout: '{"id":"m1"}\n',
      });
      expect(fake.server.requests[0]).to.include({ method: "POST", url: "/team?a=b%3Dc", body: '{"name":"Ada"}' });
      expect(await fake.run("api GET /incidents/export/csv")).to.include({ stdout: "id,title\n" });
    });

    it("sends GET for a path only, and reports missing arguments", async () => {
      await fake.serve({ "GET /team": json([]) });
      expect(await fake.run("api /team")).to.include({ code: 0, stdout: "[]\n" });
      const [nothing, method] = await Promise.all([fake.run("api"), fake.run("api GET")]);
      expect([nothing.code, method.code]).to.deep.equal([2, 2]);
      expect(nothing.stderr).to.contain("api GET /incidents").and.not.contain("--query");
      expect(method.stderr).to.contain("The path is missing").and.not.contain("--query");
    });

    it("rejects data that is not JSON before the request", async () => {
      await fake.serve();
      expect(await fake.run("api POST /team -d nonsense")).to.have.property("code", 2);
      expect(fake.server.requests).to.have.length(0);
    });
  });
});
