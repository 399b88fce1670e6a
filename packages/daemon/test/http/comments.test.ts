import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { hostileTexts } from "../support/hostile.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Comment {
  readonly id: string;
  readonly incidentId: string;
  readonly author: string;
  readonly actor: string | null;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
interface TimelineEvent {
  readonly type: string;
  readonly actor: string;
  readonly title: string;
  readonly detail: string;
}

describe("comments over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let token = "";
  let incident = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(async () => {
    token = tokenOf(`comments-${++last}`, { name: "Grace", sub: "grace" });
    incident = await open();
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const open = async (): Promise<string> => {
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    return (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  };
  const add = (body: unknown, author: unknown = "Ada"): Promise<Answer> =>
    send("POST", `/incidents/${incident}/comments`, { author, body });
  const list = async (query = ""): Promise<Comment[]> =>
    (await send("GET", `/incidents/${incident}/comments${query}`)).json<Comment[]>();
  const added = async (): Promise<TimelineEvent[]> =>
    (await send("GET", `/incidents/${incident}/events`))
      .json<TimelineEvent[]>()
      .filter(({ type }) => type === "comment_added");

  it("come back as they were written, the newest first", async () => {
    const bodies = [...hostileTexts, "🦋".repeat(20_000), ` \n${"\u0001".repeat(1000)}x `];
    for (const body of bodies) {
      const answer = await add(body, body.slice(0, 200).toWellFormed());
      expect(answer.status, answer.text.slice(0, 300)).to.equal(201);
      expect(answer.json<Comment>()).to.include({ incidentId: incident, body });
    }
    const comments = await list();
    expect(comments.map(({ body }) => body)).to.deep.equal(bodies.toReversed());
    expect(comments.map(({ author }) => author)).to.deep.equal(bodies.map((body) => body.slice(0, 200)).toReversed());
  });

  it("tell the timeline whose token wrote them, whoever the author is said to be", async () => {
    const { id } = (await add(`secret ${"x".repeat(400)}`, "system")).json<Comment>();
    const [event] = await added();
    expect(event).to.include({ actor: "Grace", title: "Comment by system" });
    expect((await list())[0]).to.include({ author: "system", actor: "Grace" });
    expect(event?.detail).to.have.length(200);
    const removed = await send("DELETE", `/incidents/${incident}/comments/${id}`);
    expect(removed.json()).to.deep.equal({ deleted: true });
    expect((await send("DELETE", `/incidents/${incident}/comments/${id}`)).status).to.equal(404);
    expect(await list()).to.deep.equal([]);
    expect((await added())[0]?.detail).to.equal("Deleted by Grace.");
  });

  it("are refused where they are empty, too long or no text, naming the field", async () => {
    const cases = [
      { body: "", author: "Ada", path: "/body" },
      { body: " \n\u00a0", author: "Ada", path: "/body" },
      { body: "x".repeat(20_001), author: "Ada", path: "/body" },
      { body: ["x"], author: "Ada", path: "/body" },
      { body: "x", author: " ", path: "/author" },
      { body: "x", author: null, path: "/author" },
    ];
    for (const { body, author, path } of cases) {
      const answer = await add(body, author);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map((each) => each.path)).to.include(path);
    }
    expect(await list()).to.deep.equal([]);
    expect(await added()).to.deep.equal([]);
  });

  it("lead from page to page with the header Link", async () => {
    for (let n = 1; n <= 5; n++) await add(`${n}`);
    const found: string[] = [];
    let path: string | undefined = `/incidents/${incident}/comments?limit=2`;
    while (path !== undefined) {
      const answer = await send("GET", path);
      found.push(...answer.json<Comment[]>().map(({ body }) => body));
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(found).to.deep.equal(["5", "4", "3", "2", "1"]);
    for (const query of ["?limit=0", "?limit=1001", "?limit=x", "?cursor=-1"]) {
      expect((await send("GET", `/incidents/${incident}/comments${query}`)).status, query).to.equal(400);
    }
  });

  it("are found under their own incident and organization alone", async () => {
    const { id } = (await add("mine")).json<Comment>();
    const own = incident;
    incident = await open();
    expect((await send("DELETE", `/incidents/${incident}/comments/${id}`)).status).to.equal(404);
    expect(await list()).to.deep.equal([]);
    incident = own;
    token = tokenOf(`comments-${++last}`);
    expect((await send("GET", `/incidents/${incident}/comments`)).status).to.equal(404);
    expect((await add("theirs")).status).to.equal(404);
    expect((await send("DELETE", `/incidents/${incident}/comments/${id}`)).status).to.equal(404);
  });

  it("are told in the daemon's own name by no token", async () => {
    for (const claims of [{ name: "system" }, { sub: " system " }, { name: "\u200bsystem" }, { name: "sуstem" }]) {
      token = tokenOf(`comments-${last}`, claims);
      await add("hello", "Grace");
    }
    expect((await added()).map(({ actor }) => actor)).to.deep.equal(Array(4).fill("system (token)"));
  });
});
