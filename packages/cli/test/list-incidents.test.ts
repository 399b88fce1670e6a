import type { Incident } from "@tocsin/sdk";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, member } from "./fake-tocsin.ts";

const ada = member();

/** An incident that was opened so many minutes after eight o'clock. */
const opened = (minutes: number, fields: Partial<Incident> = {}): Incident =>
  incident({
    id: `${String(minutes).padStart(8, "0")}-0000-7000-8000-000000000001`,
    createdAt: new Date(Date.parse("2026-11-20T08:00:00.000Z") + minutes * 60_000).toISOString(),
    ...fields,
  });

/** Answers a list as the server does: the newest first, filtered by status and severity, page after page, with a total. */
const listOf =
  (incidents: readonly Incident[]): Answer =>
  (response, asked) => {
    const query = new URL(asked.url, "http://any").searchParams;
    const passing = incidents
      .filter(({ status }) => [null, String(status)].includes(query.get("status")))
      .filter(({ severity }) => [null, String(severity)].includes(query.get("severity")))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
    const [from, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 50)];
    const next = from + limit < passing.length ? { link: `</incidents?cursor=${from + limit}>; rel="next"` } : {};
    json(passing.slice(from, from + limit), 200, { "x-total-count": String(passing.length), ...next })(response, asked);
  };

describe("incidents", () => {
  const fake = fakeSession();
  const minutesOf = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => Number(line.slice(0, 8)));
  const urls = () => fake.server.requests.map(({ url }) => url);

  it("of several statuses and severities are merged in order", async () => {
    await fake.serve({
      "GET /incidents": listOf([
        opened(1, { status: "OPEN", severity: "HIGH" }),
        opened(2, { status: "RESOLVED" }),
        opened(3, { status: "REMEDIATING" }),
        opened(4, { status: "OPEN", severity: "LOW" }),
        opened(5, { status: "OPEN" }),
      ]),
    });
    const { stdout, stderr } = await fake.run("incidents --state open --severity critical,high -o name");
    expect(minutesOf(stdout)).to.deep.equal([5, 3, 1]);
    expect(stderr).to.equal("");
    expect(urls()).to.have.length(6).and.to.include("/incidents?status=REMEDIATING&severity=HIGH&limit=50");
  });

  it("of a status or group are requested by status", async () => {
    await fake.serve({
      "GET /incidents": listOf([opened(1), opened(2, { status: "CLOSED" }), opened(3, { status: "RESOLVED" })]),
    });
    expect(minutesOf((await fake.run("incidents --status open")).stdout)).to.deep.equal([1]);
    expect(minutesOf((await fake.run("incidents --state closed")).stdout)).to.deep.equal([3, 2]);
    expect((await fake.run("incidents --state closed --status open")).code).to.equal(2);
  });

  it("cause a note on stderr if there are more", async () => {
    await fake.serve({ "GET /incidents": listOf(Array.from({ length: 9 }, (_, index) => opened(index))) });
    const cut = await fake.run("incidents --limit 4 --json");
    expect(JSON.parse(cut.stdout)).to.have.length(4);
    expect(cut.stderr).to.equal("4 of 9. To list all: --all\n");
    expect(urls()).to.deep.equal(["/incidents?limit=4"]);
    expect((await fake.run("incidents --limit 9")).stderr).to.equal("");
  });

  it("of a time range are read from the newest on, until they are too old", async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => opened(index));
    await fake.serve({ "GET /incidents": listOf(many) });
    const { stdout, stderr } = await fake.run(
      "incidents --since 2026-11-21T03:50:00Z --until 2026-11-21T03:53:00Z -o name",
    );
    expect(minutesOf(stdout)).to.deep.equal([1192, 1191, 1190]);
    expect({ stderr, urls: urls() }).to.deep.equal({ stderr: "", urls: ["/incidents?limit=500"] });
  });

  it("are filtered by environment and missing assignee over all pages", async () => {
    const many = Array.from({ length: 600 }, (_, index) => opened(index, { assigneeId: ada.id }));
    await fake.serve({
      "GET /incidents": listOf([
        ...many,
        opened(700, { environment: "Staging" }),
        opened(800),
        { ...opened(1), id: "00000999-0000-7000-8000-000000000001", createdAt: "2026-11-19T00:00:00.000Z" },
      ]),
    });
    const found = await fake.run("incidents --unassigned --environment prod -o name");
    expect(minutesOf(found.stdout)).to.deep.equal([800, 999]);
    expect(found.stderr).to.equal("");
    const cut = await fake.run("incidents --unassigned --limit 1 -o name");
    expect(minutesOf(cut.stdout)).to.deep.equal([800]);
    expect(cut.stderr).to.contain("there may be more");
  });

  it("are filtered among the newest with a note, or among all with --all", async () => {
    const many = Array.from({ length: 5_600 }, (_, index) => opened(index));
    await fake.serve({ "GET /incidents": listOf(many) });
    const given = await fake.run("incidents --environment nowhere");
    expect(given.stderr).to.equal("Only the first 5000 incidents were read. To read all: --all\n");
    expect(fake.server.requests).to.have.length(11);
    expect((await fake.run("incidents --environment nowhere --all")).stderr).to.equal("");
  });

  it("of the user are found by the login, with a hint if no member matches", async () => {
    await fake.serve({ "GET /incidents": json([]), "GET /team": json([{ ...ada, name: "ADA" }]) });
    expect((await fake.run("incidents --me")).code).to.equal(0);
    expect(urls().at(-1)).to.equal(`/incidents?assigneeId=${ada.id}&limit=50`);
    await fake.server.close();
    await fake.serve({ "GET /team": json([{ ...ada, name: "Grace", email: "grace@example.com" }]) });
    const { code, stderr } = await fake.run("incidents --me");
    expect(code).to.equal(5);
    expect(stderr).to.contain('No team member is called "ada"').and.contain("team add");
  });

  it("of an unknown service cause a note", async () => {
    await fake.serve({
      "GET /incidents": (response, asked) =>
        (asked.url.includes("service=") ? json([]) : json([opened(1, { affectedServices: ["payments"] })]))(
          response,
          asked,
        ),
      "GET /services/catalog": json([{ serviceName: "checkout" }]),
    });
    expect((await fake.run("incidents --service chekout")).stderr).to.contain("Did you mean checkout?");
    expect((await fake.run("incidents --service payments")).stderr).to.equal("");
  });

  it("show names of assignees with -o wide, and ids in CSV", async () => {
    await fake.serve({ "GET /incidents": json([opened(1, { assigneeId: ada.id })]), "GET /team": json([ada]) });
    expect((await fake.run("incidents -o wide")).stdout).to.contain("Ada Lovelace");
    expect((await fake.run("incidents -o csv")).stdout).to.contain(ada.id);
  });
});
