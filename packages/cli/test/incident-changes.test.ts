import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, json, refusal } from "./fake-tocsin.ts";
import { ada, first, grace, path, second } from "./incident-change-samples.ts";

const comment = {
  id: "c1000000-0000-7000-8000-000000000001",
  incidentId: first.id,
  author: "ada",
  body: "The pool.",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
};

describe("changes of incidents", () => {
  const fake = fakeSession();
  const changes = () =>
    fake.server.requests
      .filter(({ method }) => method !== "GET")
      .map(({ method, url, body }) => [`${method} ${url}`, body ? JSON.parse(body) : null]);
  const routes = (more: Readonly<Record<string, Answer>> = {}): Readonly<Record<string, Answer>> => ({
    "GET /incidents": json([first, second], 200, { "x-total-count": "2" }),
    [`GET ${path}`]: json(first),
    [`GET /incidents/${second.id}`]: json(second),
    "GET /team": json([ada, grace]),
    ...more,
  });

  describe("incident create", () => {
    it("opens an incident with a description from stdin, and prints the full id with -o name", async () => {
      await fake.serve({ "POST /incidents": json(first, 201) });
      const args = "incident create Down --severity critical --service checkout --service web -d - -o name";
      expect(await fake.run(args, "Nobody can pay.\n")).to.deep.include({ code: 0, stdout: `${first.id}\n` });
      expect(changes()).to.deep.equal([
        [
          "POST /incidents",
          {
            title: "Down",
            description: "Nobody can pay.",
            severity: "CRITICAL",
            affectedServices: ["checkout", "web"],
          },
        ],
      ]);
    });

    it("reports a suppression by a rule", async () => {
      const [ruleId, decisionId] = [first.id, second.id];
      await fake.serve({ "POST /incidents": json({ suppressed: true, ruleId, decisionId }) });
      const { code, stdout } = await fake.run("incident create Down -s low");
      expect({ code, stdout }).to.deep.equal({
        code: 0,
        stdout: `No incident was opened: the correlation rule ${ruleId} suppressed it.\n`,
      });
    });

    it("rejects a missing or unknown severity", async () => {
      await fake.serve();
      expect((await fake.run("incident create Down")).code).to.equal(2);
      expect((await fake.run("incident create Down -s awful")).stderr).to.contain("LOW, MEDIUM, HIGH, CRITICAL");
    });
  });

  describe("incident resolve", () => {
    const resolved = {
      [`PATCH ${path}/status`]: json({ ...first, status: "RESOLVED" }),
      [`PATCH /incidents/${second.id}/status`]: json({ ...second, status: "RESOLVED" }),
      [`POST ${path}/comments`]: json(comment, 201),
      [`POST /incidents/${second.id}/comments`]: json(comment, 201),
    };

    it("moves each incident from stdin, then adds the comment", async () => {
      await fake.serve(routes(resolved));
      const { code, stdout } = await fake.run("incident resolve - -c fixed", `${first.id}\n${second.id}\tHIGH\n`);
      expect({ code, stdout }).to.deep.equal({
        code: 0,
        stdout: "019353e1 OPEN → RESOLVED\n029353e1 OPEN → RESOLVED\n",
      });
      expect(changes().slice(0, 2)).to.deep.equal([
        [`PATCH ${path}/status`, { status: "RESOLVED" }],
        [`POST ${path}/comments`, { author: "ada", body: "fixed" }],
      ]);
    });

    it("only prints the request with --dry-run", async () => {
      await fake.serve(routes(resolved));
      expect((await fake.run(`incident resolve ${first.id} --dry-run`)).stdout).to.equal(
        `Would send PATCH ${path}/status {"status":"RESOLVED"}\n`,
      );
      expect(changes()).to.deep.equal([]);
    });
  });

  it("incident unmerge continues after an incident that was not merged", async () => {
    await fake.serve(
      routes({
        [`POST ${path}/unmerge`]: refusal(409, "It isn't merged into another one."),
        [`POST /incidents/${second.id}/unmerge`]: json(second),
      }),
    );
    const { code, stdout, stderr } = await fake.run(`incident unmerge ${first.id} ${second.id}`);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "029353e1 is detached.\n" });
    expect(stderr).to.contain(`${first.id}: It isn't merged into another one.`);
  });

  it("incident note adds an entry with values to the timeline", async () => {
    await fake.serve(routes({ [`POST ${path}/workflow-event`]: json({ created: true }) }));
    await fake.run(`incident note ${first.id} --type HANDOFF --set to=grace`, "She takes over.\n");
    expect(changes()).to.deep.equal([
      [`POST ${path}/workflow-event`, { type: "handoff", detail: "She takes over.", metadata: { to: "grace" } }],
    ]);
    expect((await fake.run(`incident note ${first.id} moved --set nothing`)).code).to.equal(2);
  });
});
