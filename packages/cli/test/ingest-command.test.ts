import { text } from "node:stream/consumers";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, json, refusal } from "./fake-tocsin.ts";
import { cleanEnv, start } from "./run.ts";

describe("the command ingest", () => {
  const fake = fakeSession();
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
});
