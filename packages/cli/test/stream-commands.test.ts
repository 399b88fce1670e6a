import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, refusal, stream } from "./fake-tocsin.ts";
import { cleanEnv, start, tocsin } from "./run.ts";

const fixture = (name: string): string => new URL(`fixtures/${name}`, import.meta.url).pathname;

describe("commands that read and write streams", () => {
  const fake = fakeSession();
  const [first, second] = [
    incident(),
    incident({
      id: "019353e2-0000-7000-8000-000000000002",
      title: "bad\u001b]0;pwned\u0007 \u202etitle",
      status: "INVESTIGATING",
    }),
  ];

  describe("tail", () => {
    /** Follows until this part is printed; gives all that was. */
    async function followUntil(part: string): Promise<{ out: string; stderr: string }> {
      const child = start(["tail", "--json"], cleanEnv(fake.env));
      const stderr = text(child.stderr);
      let out = "";
      child.stdout.on("data", (chunk) => {
        out += chunk;
        if (out.includes(part)) child.kill("SIGINT");
      });
      await new Promise((resolve) => child.on("close", resolve));
      return { out, stderr: await stderr };
    }

    it("writes a line of JSON for every matching change, and exits with 130 at Ctrl-C", async () => {
      const messages = [first, { ...second, severity: "LOW" }, { ...second, title: "last" }];
      await fake.serve({
        "GET /incidents/stream": stream(
          messages.map((data, id) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
        ),
      });
      const child = start(
        ["tail", "--severity", "critical,high", "--service", "checkout", "--replay", "41"],
        cleanEnv(fake.env),
      );
      let out = "";
      child.stdout.on("data", (chunk) => {
        out += chunk;
        if (out.includes("last")) child.kill("SIGINT");
      });
      expect(await new Promise((resolve) => child.on("close", resolve))).to.equal(130);
      expect(
        out
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
          .map(({ type, id, incident: { title } }) => [type, id, title]),
      ).to.deep.equal([
        ["incident", "0", first.title],
        ["incident", "2", "last"],
      ]);
      expect(fake.server.requests[0]?.headers["last-event-id"]).to.equal("41");
    });

    it("reports once that it reconnects, and does", async () => {
      let connections = 0;
      await fake.serve({
        "GET /incidents/stream": (response) => {
          connections += 1;
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(
            `retry: 1\n\nid: ${connections}\ndata: ${JSON.stringify({ ...first, title: `title ${connections}` })}\n\n`,
          );
          if (connections === 1) response.end();
        },
      });
      expect((await followUntil("title 2")).stderr).to.equal("The server ended the stream. Reconnecting.\n");
      expect(fake.server.requests.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, "1"]);
    });

    it("resumes from its start when the connection is lost before the first change", async () => {
      await fake.serve({
        "GET /incidents/stream": (response, { headers }) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          if (headers["last-event-id"] === "7") response.write(`id: 8\ndata: ${JSON.stringify(first)}\n\n`);
          else response.end('retry: 1\n\nid: 7\nevent: ready\ndata: {"lastEventId":"7"}\n\n');
        },
      });
      const { out, stderr } = await followUntil('"id":"8"');
      expect(JSON.parse(out)).to.include({ type: "incident", id: "8" });
      expect(stderr).to.equal("The server ended the stream. Reconnecting.\n");
    });

    it("reports that changes may be missing when the connection is lost before an id", async () => {
      let connections = 0;
      await fake.serve({
        "GET /incidents/stream": (response) => {
          connections += 1;
          response.writeHead(200, { "content-type": "text/event-stream" });
          if (connections === 1) response.end("retry: 1\n\n");
          else response.write(`id: 8\ndata: ${JSON.stringify(first)}\n\n`);
        },
      });
      expect((await followUntil('"id":"8"')).stderr).to.contain("Changes may be missing");
    });

    it("fails if its first connection fails", async () => {
      await fake.serve();
      await fake.server.close();
      expect((await fake.run("tail")).stderr).to.contain("refused the connection");
    });
  });

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

  const accepting: Answer = (response, asked) =>
    json({ accepted: JSON.parse(asked.body).length, rejected: 0, details: [] }, 202)(response, asked);

  describe("ingest", () => {
    it("sends lines in batches of 500 to the organization of the token, and counts them", async () => {
      await fake.serve({ "POST /events/logs/batch": accepting });
      const { code, stdout } = await fake.run("ingest --service api", "hello\n".repeat(1_201));
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: "1201 accepted, 0 rejected.\n" });
      expect(fake.server.requests.map(({ body }) => JSON.parse(body).length)).to.deep.equal([500, 500, 201]);
      expect(fake.server.requests[0]?.url).to.equal("/events/logs/batch?onInvalid=skip");
      expect(fake.server.requests[0]?.headers["x-organization-id"]).to.equal("acme");
      expect(new Set(fake.server.requests.map(({ headers }) => headers["idempotency-key"]))).to.have.property(
        "size",
        3,
      );
    });

    it("exits with 1 if a line is rejected, with its number and reason", async () => {
      await fake.serve({
        "POST /events/logs/batch": json(
          { accepted: 1, rejected: 1, details: [{ path: "/1/level", message: "must be one of debug, info" }] },
          202,
        ),
      });
      const { code, stdout, stderr } = await fake.run(
        "ingest",
        '{"message":"nobody"}\n\n{"service":"a","message":"x"}\n{"service":"a","level":"loud"}\n',
      );
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "1 accepted, 2 rejected.\n" });
      expect(stderr).to.contain("line 1 has no service").and.contain("line 4 level must be one of");
    });

    it("prints a reason once with the number of its lines", async () => {
      const message =
        "Service limit reached: the organization default may have 5 services. Send to an organization of your own.";
      await fake.serve({
        "POST /events/logs/batch": json(
          { accepted: 0, rejected: 120, details: [0, 1, 2].map((index) => ({ path: `/${index}/service`, message })) },
          202,
        ),
      });
      const { code, stdout, stderr } = await fake.run("ingest --service mistypd", "hello\n".repeat(120));
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "0 accepted, 120 rejected.\n" });
      expect(stderr.match(/Service limit reached/g)).to.have.length(1);
      expect(stderr)
        .to.contain("line 1 and 2 more lines: service Service limit")
        .and.contain("117 more lines without a listed reason")
        .and.not.contain("header");
    });

    it("reports an outage once at its start, and its end", async () => {
      let calls = 0;
      await fake.serve({
        "POST /events/logs/batch": (response, asked) => {
          calls += 1;
          if (calls < 3) response.destroy();
          else accepting(response, asked);
        },
      });
      const { code, stdout, stderr } = await fake.run("ingest --service api", "a\n");
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: "1 accepted, 0 rejected.\n" });
      expect(stderr).to.equal(`Cannot reach ${fake.server.url}; retrying.\n${fake.server.url} answers again.\n`);
    });

    it("counts unsent lines, names the first one, and fails", async () => {
      let calls = 0;
      await fake.serve({
        "POST /events/logs/batch": (response, asked) => {
          calls += 1;
          (calls === 1
            ? accepting
            : refusal(401, "The API key is invalid or missing. Send it in the header x-api-key.", {
                code: "invalid_api_key",
              }))(response, asked);
        },
      });
      const words = await fake.run("ingest --service api", "\nhello".repeat(700));
      expect(words).to.include({ code: 4, stdout: "500 accepted, 0 rejected, 200 not sent.\n" });
      expect(words.stderr)
        .to.contain("Nothing was sent from line 502 on")
        .and.contain("Set TOCSIN_API_KEY")
        .and.not.contain("header");
      const asJson = await fake.run("ingest --service api --json", "hello\n".repeat(3));
      expect(asJson.code).to.equal(4);
      expect(JSON.parse(asJson.stdout)).to.deep.include({ accepted: 0, rejected: 0, notSent: 3, details: [] });
      expect(JSON.parse(asJson.stdout).error).to.include({ status: 401 });
    });

    it("keeps a batch and its key until the server accepts it", async () => {
      let calls = 0;
      await fake.serve({
        "POST /events/logs/batch": (response, asked) => {
          calls += 1;
          (calls < 3 ? json({ message: "Full." }, 503, { "retry-after": "0" }) : accepting)(response, asked);
        },
      });
      expect(await fake.run("ingest --service api --json", "a\nb\n"))
        .to.have.property("stdout")
        .that.contains('"accepted": 2');
      expect(new Set(fake.server.requests.map(({ headers }) => headers["idempotency-key"]))).to.have.property(
        "size",
        1,
      );
    });

    it("waits for the answer to sent lines when it is interrupted", async () => {
      let child: ReturnType<typeof start>;
      await fake.serve({
        "POST /events/logs/batch": (response, asked) => {
          child.kill("SIGINT");
          accepting(response, asked);
        },
      });
      child = start(["ingest", "--service", "api"], cleanEnv(fake.env));
      const out = text(child.stdout);
      child.stdin.write("one\n");
      expect(await new Promise((resolve) => child.on("close", resolve))).to.equal(130);
      expect(await out).to.equal("1 accepted, 0 rejected.\n");
    });

    it("exits with 4 for a wrong key", async () => {
      await fake.serve({ "POST /events/logs/batch": refusal(401, "The key is wrong.") });
      expect(await fake.run("ingest --service api", "a\n")).to.have.property("code", 4);
      expect(fake.server.requests).to.have.length(1);
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

  describe("demo", () => {
    it("reports the path of a missing recording", async () => {
      await fake.serve();
      expect(await fake.run("demo --file /nowhere.gz"))
        .to.deep.include({ code: 1, stdout: "" })
        .and.have.property("stderr")
        .that.contains("Cannot find the recording /nowhere.gz");
    });

    describe("played for a second time", () => {
      const file = fixture("short.ndjson");
      const known = incident({ status: "RESOLVED" });
      const open = incident({ id: "029353e1-0000-7000-8000-000000000002", title: "Still open" });
      const quiet = incident({ id: "039353e1-0000-7000-8000-000000000003", title: "Untouched" });
      const after = {
        reopened: { ...known, status: "OPEN", updatedAt: "2026-11-20T09:00:00.000Z" },
        seenAgain: { ...open, duplicateCount: 4, updatedAt: "2026-11-20T09:00:00.000Z" },
      };
      const played = async (before: object[], later: object[]) => {
        let lists = 0;
        await fake.serve({
          "GET /incidents": (response, asked) => {
            lists += 1;
            json(lists === 1 ? before : later)(response, asked);
          },
          "GET /incidents/stream": stream(": hello\n\n"),
          "POST /events/logs/batch": accepting,
        });
        return fake.run(`demo --organization acme --settle 50ms --speed 1000 --file ${file}`);
      };

      it("lists and counts reopened and repeated incidents", async () => {
        const { code, stdout, stderr } = await played([known, open, quiet], [after.reopened, after.seenAgain, quiet]);
        expect(code, stderr).to.equal(0);
        expect(stderr).to.contain("Incidents: 0 opened, 1 reopened, 1 seen again");
        expect(
          stdout
            .trim()
            .split("\n")
            .map((line) => line.split("\t")[0]),
        ).to.deep.equal([known.id, open.id]);
      });

      it("reports that no incident was opened, with a hint", async () => {
        const { stdout, stderr } = await played([quiet], [quiet]);
        expect(stdout).to.equal("");
        expect(stderr).to.contain("Incidents: 0 opened.").and.contain("logs search");
      });
    });

    it("resolves paths from the folder of the user, also as a script of npm", async () => {
      await fake.serve();
      const folder = mkdtempSync(path.join(tmpdir(), "tocsin-typed-"));
      writeFileSync(path.join(folder, "mine.ndjson"), "no recording\n");
      const npm = { npm_lifecycle_event: "tocsin", INIT_CWD: folder };
      const { stderr } = await tocsin(["demo", "--file", "mine.ndjson"], { env: { ...fake.env, ...npm } });
      expect(stderr).to.contain("Line 1 of mine.ndjson");
    });

    it("does not play into an organization that the token can't read", async () => {
      await fake.serve();
      const file = fixture("outage.ndjson");
      const { code, stderr } = await fake.run(`demo --file ${file}`);
      expect(code).to.equal(4);
      expect(stderr)
        .to.contain("organization acme")
        .and.contain("tocsind token --organization demo")
        .and.contain("tocsin demo --organization acme")
        .and.contain("login --profile demo");
      expect(fake.server.requests).to.have.length(0);
    });
  });
});
