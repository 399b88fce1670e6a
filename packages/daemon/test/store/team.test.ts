import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { TEAM_MEMBERS_MAX } from "../../src/model/record-limits.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { createTeamStore } from "../../src/store/team/team-store.ts";
import { teamMemberTable } from "../../src/store/team/team-tables.ts";
import { addMember, type TeamMember, type TeamStore } from "../../src/team/team.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The team store", (fresh) => {
  let store: Fresh;
  let database: Database;
  let team: TeamStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    const clock = { now: () => now };
    store = await fresh();
    database = await store.openDatabase();
    team = createTeamStore(database, clock);
  });
  afterEach(() => store.drop());

  const add = (name: string, scope = ACME): Promise<TeamMember> =>
    addMember(team, scope, { name, email: `${name}@example.com` }, now);
  const names = async (scope = ACME): Promise<string[]> => (await team.list(scope)).map(({ name }) => name);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  it("gives back members as they were added, in their order", async () => {
    const given = { name: " Ada\n", email: "Ada@Example.com", role: " ", avatarUrl: "https://example.com/ada.png" };
    const ada = await addMember(team, ACME, given, now);
    expect(ada).to.deep.include({ name: "Ada", email: "Ada@Example.com", role: null, isOnCall: false, createdAt: NOW });
    expect(await team.get(ACME, ada.id)).to.deep.equal(ada);
    await add("bob");
    await add("cem");
    expect(await names()).to.deep.equal(["Ada", "bob", "cem"]);
  });

  it("lists who is on call, and nobody else", async () => {
    const [ada, bob] = [await add("ada"), await add("bob")];
    expect(await team.onCall(ACME)).to.deep.equal([]);
    expect(await team.setOnCall(ACME, bob.id, true)).to.deep.equal({ ...bob, isOnCall: true });
    expect(await team.onCall(ACME)).to.deep.equal([{ ...bob, isOnCall: true }]);
    await team.setOnCall(ACME, bob.id, false);
    await team.setOnCall(ACME, ada.id, true);
    await team.remove(ACME, ada.id);
    expect(await team.onCall(ACME)).to.deep.equal([]);
  });

  it("shows another organization nothing", async () => {
    const ada = await add("ada");
    const theirs = await add("ada", OTHER);
    expect((await team.list(OTHER)).map(({ id }) => id)).to.deep.equal([theirs.id]);
    const attempts = [
      team.get(OTHER, ada.id),
      team.setOnCall(OTHER, ada.id, true),
      team.remove(OTHER, ada.id),
      team.get(ACME, "no-uuid"),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal(attempts.map(() => "team_member_not_found"));
    expect(await names()).to.deep.equal(["ada"]);
  });

  it("takes an email address once, whatever its case, from twenty callers at once", async () => {
    const attempts = Array.from({ length: 20 }, (_, n) =>
      refused(addMember(team, ACME, { name: `n${n}`, email: n % 2 === 0 ? "é@example.com" : "É@Example.COM" }, now)),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === "not refused")).to.have.length(1);
    expect(answers.filter((answer) => answer === "already_exists")).to.have.length(19);
    const [only] = await team.list(ACME);
    await team.remove(ACME, (only as TeamMember).id);
    await addMember(team, ACME, { name: "again", email: "é@example.com" }, now);
    expect(await names()).to.deep.equal(["again"]);
  });

  it("is bounded", async () => {
    const template = {
      organizationId: "acme",
      name: "n",
      role: null,
      avatarUrl: null,
      isOnCall: false,
      createdAt: NOW,
    };
    const rows = Array.from({ length: TEAM_MEMBERS_MAX - 1 }, (_, n) => ({
      ...template,
      id: `${n}`,
      email: `${n}`,
      emailKey: `${n}`,
    }));
    await database.write((transaction) => insertRows(transaction, teamMemberTable, rows));
    await add("last");
    expect(await refused(add("more"))).to.equal("limit_reached");
    expect(await refused(add("elsewhere", OTHER))).to.equal("not refused");
  });
});
