import type { TeamMember } from "@tocsin/sdk";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const ada: TeamMember = {
  id: "5c1d0c2f-0000-4000-8000-000000000001",
  name: "Ada\u001b[2J Lovelace",
  email: "ada@example.com",
  role: "payments lead",
  avatarUrl: null,
  isOnCall: false,
  createdAt: "2026-11-20T08:00:00.000Z",
};
const grace: TeamMember = {
  ...ada,
  id: "6d1d0c2f-0000-4000-8000-000000000002",
  name: "Grace Hopper",
  email: "grace@example.com",
  role: null,
  isOnCall: true,
};

describe("commands about the team", () => {
  const fake = fakeSession();
  const team = { "GET /team": json([ada, grace]) };
  const changes = () =>
    fake.server.requests.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);

  it("team list marks members on call, and prints full values in a pipe", async () => {
    await fake.serve(team);
    expect((await fake.run("team list")).stdout.trimEnd().split("\n")).to.deep.equal([
      `${ada.id}\tfalse\tAda Lovelace\tada@example.com\tpayments lead\t${ada.createdAt}`,
      `${grace.id}\ttrue\tGrace Hopper\tgrace@example.com\t-\t${grace.createdAt}`,
    ]);
    expect((await fake.run("team list -o csv")).stdout.split("\n")[0]).to.equal(
      "id,isOnCall,name,email,role,avatarUrl,createdAt",
    );
  });

  it("team on takes email addresses, names and short ids, in bulk", async () => {
    await fake.serve({
      ...team,
      [`PATCH /team/${ada.id}/on-call`]: json({ ...ada, isOnCall: true }),
      [`PATCH /team/${grace.id}/on-call`]: json(grace),
    });
    const { stdout, code } = await fake.run("team on ADA@example.com -", "6d1d0c\n");
    expect(code).to.equal(0);
    expect(stdout).to.equal(
      "Ada Lovelace (ada@example.com) off call → on call\nGrace Hopper (grace@example.com) is already on call.\n",
    );
    expect(fake.server.requests.find(({ method }) => method === "PATCH")?.body).to.equal('{"isOnCall":true}');
  });

  it("team off continues after an unknown member, and fails", async () => {
    await fake.serve({ ...team, [`PATCH /team/${grace.id}/on-call`]: json({ ...grace, isOnCall: false }) });
    const { stdout, stderr, code } = await fake.run("team off nobody grace@example.com");
    expect(code).to.equal(1);
    expect(stdout).to.contain("on call → off call");
    expect(stderr).to.contain('There is no member "nobody"');
  });

  it("team add sends its arguments, and reports a duplicate address", async () => {
    await fake.serve({ "POST /team": json(grace, 201) });
    await fake.run("team add Grace --email grace@example.com --role payments");
    expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({
      name: "Grace",
      email: "grace@example.com",
      role: "payments",
    });
    await fake.server.close();
    await fake.serve({ "POST /team": refusal(409, "The address is taken.") });
    const { code, stderr } = await fake.run("team add Grace --email grace@example.com");
    expect(code).to.equal(1);
    expect(stderr).to.contain("The address is taken.");
  });

  it("team remove asks first, and removes nobody with --dry-run", async () => {
    await fake.serve({ ...team, [`DELETE /team/${ada.id}`]: json({ deleted: true }) });
    expect((await fake.run("team remove ada@example.com")).code).to.equal(2);
    const dry = await fake.run("team remove ada@example.com --dry-run");
    expect(dry.stdout).to.equal(`Would send DELETE /team/${ada.id}\n`);
    expect(changes()).to.deep.equal([]);
    expect((await fake.run("team remove ada@example.com --yes")).stdout).to.contain("is removed.");
    expect(changes()).to.deep.equal([`DELETE /team/${ada.id}`]);
  });

  it("team on-call lists only members on call", async () => {
    await fake.serve({ "GET /team/on-call": json([grace]) });
    expect((await fake.run("team on-call -o name")).stdout).to.equal(`${grace.id}\n`);
  });
});
