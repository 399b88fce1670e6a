import type { Comment, RemediationAction, Runbook, SimilarIncident, TimelineEvent } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { commentsText } from "../src/format/comment.ts";
import { type IncidentContext, incidentDetails } from "../src/format/incident-details.ts";
import { similarText } from "../src/format/similar-incidents.ts";
import { timelineEntry } from "../src/format/timeline.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json, member, refusal, stream } from "./fake-tocsin.ts";
import { cleanEnv, start } from "./run.ts";

const now = Date.parse("2026-11-20T08:05:00Z");
const at = "2026-11-20T08:00:00.000Z";
const first = incident({ assigneeId: member().id, diagnosisStatus: "COMPLETED" });
const hostile = "made\u001b[2J up \u202eof many words that go on and on for quite a while";

const entry = (number: number, fields: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: `t${number}`,
  incidentId: first.id,
  type: "note",
  title: `Entry ${number} ${hostile}`,
  detail: `Details ${number}`,
  metadata: {},
  createdAt: at,
  actor: "ada",
  ...fields,
});
const comment = (number: number): Comment => ({
  id: `c100000${number}-0000-7000-8000-000000000001`,
  incidentId: first.id,
  author: "ada",
  body: `Comment ${number}\n\n${hostile}`,
  createdAt: at,
  updatedAt: at,
});
const action = {
  id: "3f2a9c1e-0000-7000-8000-000000000001",
  actionType: "restart-service",
  serviceName: "checkout",
  environment: "prod",
  status: "PENDING_APPROVAL",
  performedBy: "grace",
  createdAt: at,
  updatedAt: at,
  approvalExpiresAt: "2026-11-20T08:15:00.000Z",
  error: null,
} as RemediationAction;
const similar: SimilarIncident = {
  incidentId: "02935400-0000-7000-8000-000000000002",
  title: `Search ${hostile}`,
  severity: "HIGH",
  status: "RESOLVED",
  score: 0.812,
  reasons: ["Same primary service checkout (+0.29)", hostile],
  topSuccessfulActions: ["restart-service"],
  mttrMinutes: 12.5,
  resolvedAt: at,
};
const around: IncidentContext = {
  assignee: member(),
  timeline: Array.from({ length: 14 }, (_, index) => entry(index + 1)),
  comments: [4, 3, 2, 1].map(comment),
  actions: [
    { ...action, status: "FAILED", error: hostile, actionType: "scale-service" },
    { ...action, status: "EXECUTING", actionType: "delete-pod" },
    action,
  ],
  runbooks: [{ slug: "restart-checkout", title: `Restart checkout ${hostile}` } as Runbook],
  related: Array.from({ length: 7 }, (_, index) =>
    incident({ id: `0${index}935400-0000-7000-8000-000000000002`, parentIncidentId: first.id, title: hostile }),
  ),
};
const page = (width: number): string => incidentDetails(first, around, { width, now, paint: plainPaint });

describe("pages about incidents", () => {
  for (const width of [40, 80, 200])
    it(`fit ${width} cells, without control sequences`, () => {
      const text = [
        page(width),
        commentsText(around.comments ?? [], { width, now, paint: plainPaint }),
        similarText([similar], { width, now, paint: plainPaint }),
        timelineEntry(entry(1), [], { width, paint: plainPaint }),
      ].join("\n");
      expect(text).not.to.match(/[\u0000-\u0008\u000b-\u001f\u202e]/);
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });

  it("show facts and pending actions first, and the timeline last", () => {
    const places = ["CRITICAL", "Ada Lovelace", "pending approval", "Runbooks", "Related", "Comments", "Timeline"];
    const found = places.map((words) => page(80).indexOf(words));
    expect(found).not.to.include(-1);
    expect(found).to.deep.equal(found.toSorted((one, other) => one - other));
  });

  it("show pending actions first, with the command to approve them", () => {
    const lines = page(120).split("\n");
    const waiting = lines.findIndex((line) => line.includes("pending approval: restart-service of checkout in prod"));
    expect(lines[waiting]).to.contain("requested by grace, expires in 10m");
    expect(lines[waiting + 1]).to.match(/remediation approve 3f2a9c1e$/);
    expect(lines[waiting + 2]).to.contain("delete-pod of checkout in prod: EXECUTING 5m ago");
    expect(lines[waiting + 3]).to.contain("scale-service of checkout in prod: FAILED 5m ago, made up");
  });

  it("show the newest items of long parts, with the command for the rest", () => {
    const text = page(100);
    expect(text).to.contain("… 4 earlier: tocsin incident timeline 019353e1");
    expect(text).not.to.contain("Entry 4 ").and.not.contain("Comment 1");
    expect(text).to.contain("Entry 5 ").and.contain("Entry 14 ").and.contain("Comment 4");
    expect(text).to.contain("… 2 more: tocsin incident related 019353e1");
    expect(text).to.contain("… earlier ones: tocsin incident comment list 019353e1");
  });

  it("show a comment once that the timeline quotes", () => {
    const said = { ...comment(1), body: "The pool." };
    const quoted = entry(1, { type: "comment_added", detail: "The pool." });
    const text = incidentDetails(
      first,
      { comments: [said], timeline: [quoted] },
      { width: 80, now, paint: plainPaint },
    );
    expect(text.split("The pool.")).to.have.length(2);
  });

  it("show how to acknowledge an active incident without an assignee", () => {
    const text = (status: "OPEN" | "CLOSED") =>
      incidentDetails(incident({ status }), {}, { width: 80, now, paint: plainPaint });
    expect(text("OPEN")).to.contain("nobody; to acknowledge: tocsin incident ack 019353e1");
    expect(text("CLOSED")).not.to.contain("to take it");
  });
});

describe("commands that show an incident", () => {
  const fake = fakeSession();
  const path = `/incidents/${first.id}`;

  it("show the readable parts, and report missing ones", async () => {
    await fake.serve({
      [`GET ${path}`]: json(first),
      [`GET ${path}/events`]: json([entry(1)]),
      [`GET ${path}/comments`]: json([comment(1)]),
      [`GET ${path}/runbooks`]: json({ links: [], runbooks: around.runbooks }),
      [`GET /remediation/history/${first.id}`]: refusal(403, "You may not see actions."),
      [`GET ${path}/related`]: refusal(403, "You may not see actions."),
      "GET /team": json([member()]),
    });
    const { code, stdout, stderr } = await fake.run(`incident show ${first.id}`);
    expect(code).to.equal(0);
    expect(stdout).to.contain("Comment 1").and.contain("runbook show restart-checkout").and.contain("Ada Lovelace");
    expect(stderr).to.equal("Not shown: actions, related incidents. You may not see actions.\n");
    const answer = JSON.parse((await fake.run(`incident show ${first.id} --json`)).stdout);
    expect(answer).to.deep.include({ ...first, assignee: member(), comments: [comment(1)], actions: null });
  });

  it("list similar incidents with successful actions, and reasons with -o wide", async () => {
    await fake.serve({ [`GET ${path}`]: json(first), [`GET ${path}/similar`]: json([similar]) });
    const { stdout } = await fake.run(`incident similar ${first.id} --limit 3`);
    expect(stdout).to.match(
      /^02935400-0000-7000-8000-000000000002\t0\.81\tHIGH\tRESOLVED\tSearch made up .*\trestart-service\n$/,
    );
    expect(fake.server.requests.at(-1)?.url).to.equal(`${path}/similar?limit=3`);
    expect((await fake.run(`incident similar ${first.id} -o wide`)).stdout).to.contain("(+0.29)");
  });

  it("show the relation of related incidents", async () => {
    const child = incident({ id: "02935400-0000-7000-8000-000000000002", parentIncidentId: first.id });
    const grouped = incident({ id: "03935400-0000-7000-8000-000000000003" });
    await fake.serve({ [`GET ${path}`]: json(first), [`GET ${path}/related`]: json([child, grouped]) });
    const { stdout } = await fake.run(`incident related ${first.id}`);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t").slice(0, 2)),
    ).to.deep.equal([
      [child.id, "child"],
      [grouped.id, "grouped"],
    ]);
  });

  it("list the timeline of a time range, one row an entry", async () => {
    const late = entry(2, { createdAt: "2026-11-20T09:00:00.000Z", title: "Late" });
    await fake.serve({ [`GET ${path}`]: json(first), [`GET ${path}/events`]: json([entry(1), late]) });
    const { stdout } = await fake.run(`incident timeline ${first.id} --since 2026-11-20T08:30:00Z`);
    expect(stdout).to.equal("t2\t2026-11-20T09:00:00.000Z\tnote\tada\tLate\tDetails 2\n");
  });

  it("follow the timeline with each entry once as a line of JSON", async () => {
    const entries = [entry(1)];
    await fake.serve({
      [`GET ${path}`]: json(first),
      [`GET ${path}/events`]: (response, asked) => json(entries)(response, asked),
      "GET /incidents/stream": (response, asked) => {
        entries.push(entry(2));
        stream(`id: 1\ndata: ${JSON.stringify(first)}\n\n`)(response, asked);
      },
    });
    const child = start(["incident", "timeline", first.id, "--follow"], cleanEnv(fake.env));
    let output = "";
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.split("\n").length > 2) break;
    }
    child.kill("SIGINT");
    expect(
      output
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).to.deep.equal(["t1", "t2"]);
  });
});
