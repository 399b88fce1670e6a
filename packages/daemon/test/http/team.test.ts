import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { hostileTexts } from "../support/hostile.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string | null;
  readonly avatarUrl: string | null;
  readonly isOnCall: boolean;
  readonly createdAt: string;
}
interface Incident {
  readonly id: string;
  readonly status: string;
  readonly assigneeId: string | null;
}

describe("the team over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`team-${++last}`, { name: "Grace", sub: "grace" });
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await send("GET", path);
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Body>();
  };
  const add = async (email: string, more: Readonly<Record<string, unknown>> = {}): Promise<Member> => {
    const answer = await send("POST", "/team", { name: "Ada", email, ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Member>();
  };
  const open = async (): Promise<Incident> => {
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    return (await send("POST", "/incidents", body)).json<Incident>();
  };
  const assign = (id: string, assigneeId: unknown): Promise<Answer> =>
    send("PATCH", `/team/incidents/${id}/assign`, { assigneeId });

  it("gives back what was sent, as it was sent", async () => {
    for (const [n, text] of hostileTexts.entries()) {
      const member = await add(`n${n}@example.com`, { name: `x${text}x`, role: `x${text}x` });
      expect(member).to.include({ name: `x${text}x`, role: `x${text}x`, avatarUrl: null, isOnCall: false });
    }
    const members = await read<Member[]>("/team");
    expect(members.map(({ name }) => name)).to.deep.equal(hostileTexts.map((text) => `x${text}x`));
    expect((await add("bare@example.com", { avatarUrl: "https://example.com/?a=1&b=<" })).role).to.equal(null);
  });

  it("refuses what the document doesn't describe, naming the field", async () => {
    const cases: readonly (readonly [body: object, path: string])[] = [
      [{ name: " \t", email: "ada@example.com" }, "/name"],
      [{ name: "x".repeat(201), email: "ada@example.com" }, "/name"],
      [{ name: "Ada", email: "no address" }, "/email"],
      [{ name: "Ada", email: "ada@example.com", avatarUrl: "javascript:alert(1)" }, "/avatarUrl"],
      [{ name: "Ada", email: "ada@example.com", role: null }, "/role"],
    ];
    for (const [body, path] of cases) {
      const answer = await send("POST", "/team", body);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map((each) => each.path)).to.include(path);
    }
    expect(await read<Member[]>("/team")).to.deep.equal([]);
  });

  it("answers 409 for an email address that is taken, whatever its case, naming the field", async () => {
    await add("Ada@Example.com");
    const answer = await send("POST", "/team", { name: "Other", email: "aDA@example.COM" });
    expect(answer.status).to.equal(409);
    expect(answer.json<ErrorBody>().details?.map(({ path }) => path)).to.deep.equal(["/email"]);
    expect(await read<Member[]>("/team")).to.have.length(1);
  });

  it("puts a member on call and removes the member once", async () => {
    const [ada, bob] = [await add("ada@example.com"), await add("bob@example.com")];
    const onCall = await send("PATCH", `/team/${bob.id}/on-call`, { isOnCall: true });
    expect(onCall.json<Member>()).to.deep.equal({ ...bob, isOnCall: true });
    expect(await read<Member[]>("/team/on-call")).to.deep.equal([{ ...bob, isOnCall: true }]);
    expect((await send("DELETE", `/team/${bob.id}`)).json()).to.deep.equal({ deleted: true });
    expect((await send("DELETE", `/team/${bob.id}`)).status).to.equal(404);
    expect((await send("PATCH", `/team/${bob.id}/on-call`, { isOnCall: true })).status).to.equal(404);
    expect(await read<Member[]>("/team/on-call")).to.deep.equal([]);
    expect(await read<Member[]>("/team")).to.deep.equal([ada]);
  });

  it("assigns an incident, tells its timeline and the stream, and unassigns it", async () => {
    const [ada, incident] = [await add("ada@example.com"), await open()];
    const stream = await openStream(daemon.core, token);
    try {
      await waitFor(() => stream.ready());
      const assigned = await assign(incident.id, ada.id);
      expect(assigned.status, assigned.text).to.equal(200);
      expect(assigned.json<Incident>()).to.include({ assigneeId: ada.id, status: "INVESTIGATING" });
      expect((await assign(incident.id, ada.id)).json()).to.deep.equal(assigned.json());
      expect((await assign(incident.id, null)).json<Incident>().assigneeId).to.equal(null);
      await waitFor(() => stream.messages.length >= 2);
      expect(stream.messages.map(({ data }) => data["assigneeId"])).to.deep.equal([ada.id, null]);
    } finally {
      stream.close();
    }
    const events = await read<{ type: string; actor: string }[]>(`/incidents/${incident.id}/events`);
    expect(events.slice(1).map(({ type, actor }) => `${type} by ${actor}`)).to.deep.equal([
      "assigned by Grace",
      "status_changed by system",
      "assigned by Grace",
    ]);
  });

  it("assigns to nobody who isn't visible", async () => {
    const incident = await open();
    const ada = await add("ada@example.com");
    const mine = token;
    token = tokenOf(`team-${++last}`);
    const theirs = await add("eve@example.com");
    expect((await assign(incident.id, theirs.id)).status).to.equal(404);
    token = mine;
    expect((await assign(incident.id, theirs.id)).status).to.equal(404);
    expect((await assign("none", ada.id)).status).to.equal(404);
    for (const id of ["no uuid", 7, undefined]) expect((await assign(incident.id, id)).status).to.equal(400);
    expect((await read<Incident>(`/incidents/${incident.id}`)).assigneeId).to.equal(null);
  });

  it("takes open incidents back from a member who is removed", async () => {
    const [ada, opened, closed] = [await add("ada@example.com"), await open(), await open()];
    for (const { id } of [opened, closed]) await assign(id, ada.id);
    await send("PATCH", `/incidents/${closed.id}/status`, { status: "CLOSED" });
    await send("DELETE", `/team/${ada.id}`);
    const freed = await waitFor(async () => {
      const incident = await read<Incident>(`/incidents/${opened.id}`);
      return incident.assigneeId === null && incident;
    });
    expect(freed.status).to.equal("INVESTIGATING");
    expect((await read<Incident>(`/incidents/${closed.id}`)).assigneeId).to.equal(ada.id);
    expect((await assign(opened.id, ada.id)).status).to.equal(404);
  });
});
