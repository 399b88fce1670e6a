import { text } from "node:stream/consumers";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, stream } from "./fake-tocsin.ts";
import { cleanEnv, start, tocsin } from "./run.ts";

describe("commands about incidents", () => {
  const fake = fakeSession();
  const [first, second] = [
    incident(),
    incident({
      id: "019353e2-0000-7000-8000-000000000002",
      title: "bad\u001b]0;pwned\u0007 \u202etitle",
      status: "INVESTIGATING",
      duplicateCount: 2,
    }),
  ];

  describe("incidents", () => {
    it("prints full, tab-separated values in a pipe, without colours or control characters", async () => {
      await fake.serve({ "GET /incidents": json([first, second], 200, { "x-total-count": "2" }) });
      const { code, stdout, stderr } = await fake.run("incidents");
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
      expect(stdout.split("\n").map((line) => line.split("\t").toSpliced(5, 1))).to.deep.equal([
        [first.id, "CRITICAL", "OPEN", "checkout", "Error burst in checkout", "1"],
        [second.id, "CRITICAL", "INVESTIGATING", "checkout", "bad title", "3"],
        [""],
      ]);
    });

    it("sends its filters, and prints the answer of the API with --json", async () => {
      await fake.serve({ "GET /incidents": json([first, second]) });
      const { stdout } = await fake.run(
        "incident list --status open --severity CRITICAL --service checkout --search down --assignee a1000000-0000-7000-8000-000000000001 --sort severity --limit 7 --json",
      );
      expect(JSON.parse(stdout)).to.deep.equal([first, second]);
      expect(stdout).not.to.contain("\u202e");
      expect(fake.server.requests[0]?.url).to.equal(
        "/incidents?status=OPEN&severity=CRITICAL&service=checkout&search=down&assigneeId=a1000000-0000-7000-8000-000000000001&sortBy=severity&limit=7",
      );
    });

    it("reads all pages with --all", async () => {
      const page: Answer = (response, asked) =>
        asked.url.includes("cursor=2")
          ? json([second])(response, asked)
          : json([first], 200, { link: '</incidents?cursor=2>; rel="next"' })(response, asked);
      await fake.serve({ "GET /incidents": page });
      expect(JSON.parse((await fake.run("incidents --all --json")).stdout)).to.deep.equal([first, second]);
    });

    it("ends without an error when the reader closes the pipe", async () => {
      await fake.serve({ "GET /incidents": json(Array.from({ length: 5_000 }, () => first)) });
      const child = start(["incidents", "--all", "--json"], cleanEnv(fake.env));
      const closed = new Promise((resolve) => child.on("close", resolve));
      const stderr = text(child.stderr);
      child.stdout.once("data", () => child.stdout.destroy());
      expect(await closed).to.equal(0);
      expect(await stderr).to.equal("");
    });
  });

  describe("incident", () => {
    const timeline = [
      {
        id: "t",
        incidentId: first.id,
        type: "incident_created",
        title: "Incident\u001b[2J opened",
        detail: "at once",
        metadata: {},
        createdAt: first.createdAt,
        actor: "system",
      },
    ];
    const routes = {
      "GET /incidents": json([first, second]),
      [`GET /incidents/${first.id}/events`]: json(timeline),
      [`GET /incidents/${first.id}`]: json(first),
      [`PATCH /incidents/${first.id}/status`]: json({ ...first, status: "RESOLVED" }),
    };

    it("is shown with its timeline by short id", async () => {
      await fake.serve(routes);
      const { code, stdout } = await fake.run("incident show 019353e1");
      expect(code).to.equal(0);
      expect(stdout)
        .to.contain("Error burst in checkout")
        .and.contain("Incident opened (system)")
        .and.contain(first.id);
      expect(stdout).not.to.contain("\u001b");
    });

    it("is coloured only if colours are on, and the severity is a word too", async () => {
      await fake.serve(routes);
      const shown = async (more: Record<string, string>) =>
        (await tocsin(["incident", "show", first.id], { env: { ...fake.env, FORCE_COLOR: "1", ...more } })).stdout;
      const [painted, noColor, dumb] = await Promise.all([
        shown({}),
        shown({ NO_COLOR: "1" }),
        shown({ TERM: "dumb" }),
      ]);
      expect(painted).to.contain("\u001b[31mCRITICAL\u001b[39m");
      for (const plain of [noColor, dumb]) expect(plain).to.contain("CRITICAL").and.not.contain("\u001b");
    });

    it("lists the matches of an ambiguous id", async () => {
      await fake.serve(routes);
      const { code, stderr } = await fake.run("incident show 019353e");
      expect(code).to.equal(2);
      expect(stderr).to.contain(`${first.id}  Error burst in checkout`).and.contain(`${second.id}  bad title`);
    });

    it("exits with 5 for an unknown short id", async () => {
      await fake.serve(routes);
      expect(await fake.run("incident show deadbeef")).to.have.property("code", 5);
    });

    it("prints the previous and the new status", async () => {
      await fake.serve(routes);
      expect(await fake.run(`incident status ${first.id} resolved`)).to.deep.include({
        code: 0,
        stdout: "019353e1 OPEN → RESOLVED\n",
      });
      expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({ status: "RESOLVED" });
    });

    it("is moved even if another one fails, which sets the exit code", async () => {
      await fake.serve(routes);
      const { code, stdout, stderr } = await fake.run(`incident status deadbeef ${first.id} RESOLVED`);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "019353e1 OPEN → RESOLVED\n" });
      expect(stderr).to.contain("deadbeef: No incident id begins with deadbeef.");
    });

    it("is moved for each id on stdin, such as the lines of a list", async () => {
      await fake.serve(routes);
      const piped = `${first.id}\tCRITICAL\tOPEN\n\n${first.id}\n`;
      const { code, stdout } = await fake.run("incident status - resolved", piped);
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: "019353e1 OPEN → RESOLVED\n" });
    });

    it("is unchanged with --dry-run, which prints the request", async () => {
      await fake.serve(routes);
      const { code, stdout } = await fake.run(`incident status ${first.id} ${first.id} resolved --dry-run`);
      const wish = `Would send PATCH /incidents/${first.id}/status {"status":"RESOLVED"}\n`;
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: wish + wish });
      const asked = await fake.run(`incident status ${first.id} resolved --dry-run --json`);
      expect(JSON.parse(asked.stdout)).to.deep.equal([
        {
          id: first.id,
          dryRun: { method: "PATCH", path: `/incidents/${first.id}/status`, body: { status: "RESOLVED" } },
        },
      ]);
      expect(new Set(fake.server.requests.map(({ method }) => method))).to.deep.equal(new Set(["GET"]));
    });

    it("is awaited until the stream announces the status", async () => {
      await fake.serve({
        ...routes,
        "GET /incidents/stream": stream(`id: 1\ndata: ${JSON.stringify({ ...first, status: "RESOLVED" })}\n\n`),
      });
      expect(await fake.run(`incident wait ${first.id} --for resolved,closed --timeout 20s`)).to.deep.include({
        code: 0,
        stdout: "019353e1 is RESOLVED.\n",
      });
    });

    it("is awaited longer than the maximum of a timer", async () => {
      let reads = 0;
      await fake.serve({
        "GET /incidents/stream": stream(": hello\n\n"),
        [`GET /incidents/${first.id}`]: (response, asked) => {
          reads += 1;
          const status = reads < 2 ? "OPEN" : "RESOLVED";
          json({ ...first, status })(response, asked);
        },
      });
      expect(await fake.run(`incident wait ${first.id} --for RESOLVED --timeout 30d`)).to.deep.include({
        code: 0,
        stdout: "019353e1 is RESOLVED.\n",
        stderr: "",
      });
    });

    it("exits with 8 after the timeout", async () => {
      await fake.serve({ ...routes, "GET /incidents/stream": stream(": hello\n\n") });
      const { code, stderr } = await fake.run(`incident wait ${first.id} --for RESOLVED --timeout 100ms`);
      expect(code).to.equal(8);
      expect(stderr).to.contain("was not RESOLVED within 0.1 s");
    });
  });
});
