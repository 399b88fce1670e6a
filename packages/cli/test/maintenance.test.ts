import type { HeldCandidate, MaintenanceWindow } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { listTable } from "../src/format/listing.ts";
import { heldListing, windowDetails, windowListing } from "../src/format/maintenance.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

const window: MaintenanceWindow = {
  id: "0198c1da-0000-7000-8000-00000000aa01",
  organizationId: "acme",
  services: ["checkout", "payments"],
  state: "active",
  startsAt: "2026-11-20T08:00:00.000Z",
  endsAt: "2026-11-20T10:00:00.000Z",
  endedAt: null,
  endedBy: null,
  reason: "Move to the new cluster\u001b[2J",
  createdBy: "ada",
  createdAt: "2026-11-20T07:00:00.000Z",
  updatedAt: "2026-11-20T07:00:00.000Z",
  heldCount: 2,
  openedCount: 0,
  droppedCount: 1,
};
const later: MaintenanceWindow = { ...window, id: "0298c1da-0000-7000-8000-00000000aa02", state: "scheduled" };
const held: HeldCandidate = {
  deduplicationKey: "log-fatal:checkout",
  title: "Fatal errors in checkout, many more of them than anybody would like to see at night",
  description: "3 fatal log lines in a minute.",
  severity: "CRITICAL",
  service: "checkout",
  environment: null,
  heldSince: "2026-11-20T08:05:00.000Z",
  lastSeenAt: "2026-11-20T08:30:00.000Z",
  observations: 7,
};

describe("commands about maintenance", () => {
  const fake = fakeSession();
  const own = `/maintenance-windows/${window.id}`;
  const sent = (method: string) =>
    JSON.parse(fake.server.requests.find((each) => each.method === method)?.body ?? "null") as Record<string, string>;

  it("maintenance list sends its filters, and prints full values in a pipe", async () => {
    await fake.serve({ "GET /maintenance-windows": json([window]) });
    const { stdout } = await fake.run("maintenance list --state active --service checkout");
    expect(stdout).to.equal(
      `${window.id}\tactive\t2026-11-20T08:00:00.000Z\t2026-11-20T10:00:00.000Z\t2\tcheckout,payments\tMove to the new cluster\n`,
    );
    expect(fake.server.requests[0]?.url).to.equal("/maintenance-windows?service=checkout&state=active&limit=50");
  });

  it("maintenance create takes a time expression as the start, and a duration", async () => {
    await fake.serve({ "POST /maintenance-windows": json(window, 201) });
    const env = fake.env;
    const words = ["checkout", "payments", "--from", "tomorrow 22:00", "--for", "2h", "--reason", "Upgrade"];
    const { code } = await tocsin(["maintenance", "create", ...words], { env });
    expect(code).to.equal(0);
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    tomorrow.setHours(22, 0, 0, 0);
    expect(sent("POST")).to.deep.equal({
      services: ["checkout", "payments"],
      startsAt: tomorrow.toISOString(),
      endsAt: new Date(tomorrow.getTime() + 7_200_000).toISOString(),
      reason: "Upgrade",
    });
  });

  it("maintenance create starts now by default, and a duration as the end counts from now", async () => {
    await fake.serve({ "POST /maintenance-windows": json(window, 201) });
    await fake.run("maintenance create checkout --until 2h --reason Upgrade");
    expect(sent("POST")).to.have.all.keys("services", "endsAt", "reason");
    expect(Date.parse(sent("POST")["endsAt"] ?? "") - Date.now()).to.be.within(7_000_000, 7_200_000);
  });

  it("maintenance create rejects invalid times before the request", async () => {
    await fake.serve();
    const backwards = await fake.run("maintenance create checkout --from 3h --until 2h --reason x");
    expect(backwards.code).to.equal(2);
    expect(backwards.stderr).to.contain("must be later");
    expect(await fake.run("maintenance create checkout --reason x")).to.have.property("code", 2);
    expect(await fake.run("maintenance create --for 2h --reason x")).to.have.property("code", 2);
    const mistyped = await fake.run("maintenance create checkout --from wenesday --for 2h --reason x");
    expect(mistyped.stderr).to.contain("Expected a time").and.contain("wenesday");
    const over = await tocsin(["maintenance", "create", "a", "--from", "last friday", "--for", "2h", "--reason", "x"], {
      env: fake.env,
    });
    expect(over.code).to.equal(2);
    expect(over.stderr).to.contain("is in the past");
    expect(fake.server.requests).to.have.length(0);
  });

  it("maintenance update moves the end by a duration", async () => {
    await fake.serve({ [`GET ${own}`]: json(window), [`PATCH ${own}`]: json(window) });
    await fake.run(`maintenance update ${window.id} --extend 30m`);
    expect(sent("PATCH")).to.deep.equal({ endsAt: "2026-11-20T10:30:00.000Z" });
  });

  it("maintenance end takes ids from a pipe, and fails if one is refused", async () => {
    await fake.serve({
      [`GET ${own}`]: json(window),
      [`POST ${own}/end`]: json({ ...window, state: "ended" }),
      [`GET /maintenance-windows/${later.id}`]: json(later),
      [`POST /maintenance-windows/${later.id}/end`]: refusal(409, "The window has not begun: delete it."),
    });
    const { code, stdout, stderr } = await fake.run("maintenance end -", `${later.id}\n${window.id}\n`);
    expect(code).to.equal(1);
    expect(stdout).to.equal("0198c1da active → ended\n");
    expect(stderr).to.contain("delete it");
  });

  it("maintenance delete asks first, and changes nothing in a dry run", async () => {
    await fake.serve({ [`GET ${own}`]: json(window) });
    expect((await fake.run(`maintenance delete ${window.id}`)).code).to.equal(2);
    expect((await fake.run(`maintenance delete ${window.id} --dry-run`)).stdout).to.equal(`Would send DELETE ${own}\n`);
  });

  it("maintenance held lists candidates by key", async () => {
    await fake.serve({ [`GET ${own}`]: json(window), [`GET ${own}/held`]: json([held]) });
    expect((await fake.run(`maintenance held ${window.id} -o name`)).stdout).to.equal("log-fatal:checkout\n");
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const layout = { width, now: Date.parse("2026-11-20T09:00:00Z"), paint: plainPaint };
      const text = [
        listTable(windowListing([window, later]), layout),
        windowDetails({ ...window, state: "ended", endedAt: window.endsAt, endedBy: "bob" }, layout),
        listTable(heldListing([held]), layout),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
