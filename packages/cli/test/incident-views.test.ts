import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { incident, json, member, refusal, stream } from "./fake-tocsin.ts";
import { around, comment, entry, first, similar } from "./incident-samples.ts";
import { cleanEnv, start } from "./run.ts";

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

  it("name the parent of a merged incident before its siblings, and the first services of a broad one", async () => {
    const parent = incident({ id: "02935400-0000-7000-8000-000000000002", title: "34 services failing: no route" });
    const sibling = (nth: number) =>
      incident({ id: `0493540${nth}-0000-7000-8000-000000000003`, parentIncidentId: parent.id });
    const affectedServices = Array.from({ length: 34 }, (_, nth) => `service-${nth}`);
    const child = incident({ ...first, parentIncidentId: parent.id, affectedServices });
    await fake.serve({
      [`GET ${path}`]: json(child),
      [`GET ${path}/events`]: json([]),
      [`GET ${path}/comments`]: json([]),
      [`GET ${path}/runbooks`]: json({ links: [], runbooks: [] }),
      [`GET /remediation/history/${first.id}`]: json([]),
      [`GET ${path}/related`]: json([...Array.from({ length: 6 }, (_, nth) => sibling(nth)), parent]),
      "GET /team": json([]),
    });
    const { stdout } = await fake.run(`incident show ${first.id}`);
    const flat = stdout.replace(/\s+/g, " ");
    expect(flat).to.contain(`merged into ${parent.id}: ${parent.title}`);
    expect(flat).to.contain("Related parent 02935400");
    expect(flat).to.contain("service-9 and 24 more").and.not.contain("service-10");
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
