import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { openStream, type TestStream } from "../support/stream.ts";
import { inSeconds, tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

describe("the incident stream of a daemon", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  const open: TestStream[] = [];
  before(async () => {
    daemon = await startTestDaemon({
      TOCSIN_STREAM_READERS_PER_TOKEN: "3",
      TOCSIN_STREAM_READERS_PER_ORGANIZATION: "5",
    });
  });
  beforeEach(() => {
    organization = `stream-${++last}`;
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  after(() => daemon.stop());

  const read = async (lastEventId?: string, token = tokenOf(organization)): Promise<TestStream> => {
    const stream = await openStream(daemon.core, token, lastEventId);
    open.push(stream);
    return stream;
  };
  const create = async (title: string, description = "none"): Promise<string> => {
    const body = { title, description, severity: "LOW", affectedServices: ["api"] };
    return (await core(daemon, "/incidents", { token: tokenOf(organization), body })).json<{ id: string }>().id;
  };
  const titles = ({ messages }: TestStream): unknown[] => messages.map(({ data }) => data["title"]);
  const has = (stream: TestStream, count: number): Promise<boolean> =>
    waitFor(() => stream.messages.length >= count, {
      what: `${count} messages, of which ${stream.messages.length} came`,
    });

  it("tells of an incident when it is created and when its status changes, and then it is as GET answers it", async () => {
    const stream = await read();
    const id = await create("told");
    const changed = await core(daemon, `/incidents/${id}/status`, {
      method: "PATCH",
      token: tokenOf(organization),
      body: { status: "INVESTIGATING" },
    });
    await has(stream, 2);
    expect(stream.messages.map(({ id, event }) => [id, event])).to.deep.equal([
      ["1", undefined],
      ["2", undefined],
    ]);
    expect(stream.messages[0]?.data).to.include({ id, status: "OPEN" });
    expect(stream.messages[1]?.data).to.deep.equal(changed.json());
  });

  it("begins with what comes next where no Last-Event-ID is sent", async () => {
    await create("before");
    const stream = await read();
    await create("after");
    await has(stream, 1);
    expect(titles(stream)).to.deep.equal(["after"]);
  });

  it("replays what came after the Last-Event-ID, then goes on, without a gap or a double", async () => {
    for (const title of ["1", "2", "3", "4"]) await create(title);
    const stream = await read("2");
    await create("5");
    await has(stream, 3);
    expect(stream.messages.map(({ id, data }) => [id, data["title"]])).to.deep.equal([
      ["3", "3"],
      ["4", "4"],
      ["5", "5"],
    ]);
  });

  it("loses and doubles nothing for readers that come while incidents are created", async () => {
    const first = await read();
    const creating = Promise.all(Array.from({ length: 40 }, (_, index) => create(String(index))));
    const second = await read("0");
    await creating;
    await has(first, 40);
    await has(second, 40);
    const numbers = Array.from({ length: 40 }, (_, index) => String(index + 1));
    for (const stream of [first, second]) expect(stream.messages.map(({ id }) => id)).to.deep.equal(numbers);
  });

  for (const unknown of ["999", "abc", "-1", "1e1", "1.5", "99999999999999999999", "1; drop"]) {
    it(`says reset first for the unknown Last-Event-ID ${unknown}, and goes on`, async () => {
      await create("one");
      const stream = await read(unknown);
      await create("two");
      await has(stream, 2);
      expect(stream.messages.map(({ id, event }) => [id, event])).to.deep.equal([
        ["1", "reset"],
        ["2", undefined],
      ]);
      expect(stream.messages[0]?.data["message"]).to.be.a("string");
      expect(stream.messages[0]?.data["at"]).to.match(/^\d{4}-.*Z$/);
    });
  }

  it("says reset once where what was missed is no longer held, then sends what is", async () => {
    for (const title of ["1", "2", "3", "4", "5"]) await create(title);
    const database = new Database(join(daemon.dataDir, "tocsin.db"));
    database.prepare("delete from stream_change where organization_id = ? and seq <= 3").run(organization);
    database.close();
    const stream = await read("1");
    await has(stream, 3);
    expect(stream.messages.map(({ id, event }) => [id, event])).to.deep.equal([
      ["3", "reset"],
      ["4", undefined],
      ["5", undefined],
    ]);
    const upToDate = await read("3");
    await has(upToDate, 2);
    expect(titles(upToDate)).to.deep.equal(["4", "5"]);
  });

  it("says reset where nothing at all is held any more", async () => {
    await create("1");
    await create("2");
    const database = new Database(join(daemon.dataDir, "tocsin.db"));
    database.prepare("delete from stream_change where organization_id = ?").run(organization);
    database.close();
    const stream = await read("1");
    await has(stream, 1);
    expect(stream.messages[0]).to.include({ id: "2", event: "reset" });
  });

  it("replays 10,000 changes of 2 kB to a reader that reads, over one connection", async () => {
    const database = new Database(join(daemon.dataDir, "tocsin.db"));
    const insert = database.prepare(
      "insert into stream_change (organization_id, seq, event, data) values (?, ?, null, ?)",
    );
    const padding = "x".repeat(2_000);
    database.transaction(() => {
      for (let seq = 1; seq <= 10_000; seq++) insert.run(organization, seq, JSON.stringify({ seq, padding }));
      database.prepare("insert into stream_head (organization_id, seq) values (?, 10000)").run(organization);
    })();
    database.close();
    const stream = await read("0");
    const ended = stream.ended.then(() => "ended" as const);
    const outcome = await Promise.race([ended, has(stream, 10_000).then(() => "complete" as const)]);
    expect(outcome, `after ${stream.messages.length} of 10,000`).to.equal("complete");
    expect(stream.messages.every(({ id }, index) => id === String(index + 1))).to.equal(true);
  });

  it("is refused with 429 and Retry-After past the readers of a token, and past those of an organization", async () => {
    const [ada, bob, eve] = ["ada", "bob", "eve"].map((sub) => tokenOf(organization, { sub })) as [
      string,
      string,
      string,
    ];
    const attempts = await Promise.all(Array.from({ length: 6 }, () => read(undefined, ada)));
    expect(attempts.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 429, 429, 429]);
    expect(attempts.find(({ status }) => status === 429)?.headers["retry-after"]).to.match(/^\d+$/);
    expect((await read(undefined, bob)).status).to.equal(200);
    expect((await read(undefined, bob)).status).to.equal(200);
    expect((await read(undefined, eve)).status).to.equal(429);
    expect((await read(undefined, tokenOf("another"))).status).to.equal(200);
    attempts.find(({ status }) => status === 200)?.close();
    await waitFor(async () => (await read(undefined, eve)).status === 200, { what: "the place of a reader that left" });
  });

  it("keeps no place for HEAD, also where the connection stays", async () => {
    const token = tokenOf(organization);
    const { hostname, port } = new URL(daemon.core);
    const kept = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect(Number(port), hostname);
        socket.write(`HEAD /incidents/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
        const [head] = (await once(socket, "data")) as [Buffer];
        expect(String(head))
          .to.match(/^HTTP\/1.1 200 /)
          .and.contain("content-type: text/event-stream");
        return socket;
      }),
    );
    expect((await read(undefined, token)).status).to.equal(200);
    for (const socket of kept) socket.destroy();
  });

  it("isn't opened by a token that has expired", async () => {
    expect((await read(undefined, tokenOf(organization, { exp: inSeconds(-30) }))).status).to.equal(401);
  });

  it("goes on over a restart of the daemon that comes before the first change", async () => {
    await create("before");
    const before = await read();
    await waitFor(() => before.ready() !== undefined, { what: "where the stream stands" });
    expect(before.ready()).to.deep.equal({ id: "1", event: "ready", data: { lastEventId: "1" } });
    daemon = await daemon.restart();
    await before.ended;
    await create("meanwhile");
    const after = await read(before.ready()?.id);
    await create("later");
    await has(after, 2);
    expect(titles(after)).to.deep.equal(["meanwhile", "later"]);
    expect(after.ready()).to.equal(undefined);
  });

  it("has a place to go back to in an organization where nothing ever changed", async () => {
    const before = await read();
    await waitFor(() => before.ready() !== undefined, { what: "where the stream stands" });
    before.close();
    await create("first");
    const after = await read(before.ready()?.id);
    await has(after, 1);
    expect(titles(after)).to.deep.equal(["first"]);
  });

  it("goes on over a restart of the daemon without a gap", async () => {
    const before = await read();
    await create("1");
    await create("2");
    await has(before, 2);
    daemon = await daemon.restart();
    await before.ended;
    await create("3");
    const after = await read(before.messages.at(-1)?.id);
    await create("4");
    await has(after, 2);
    expect(after.messages.map(({ id, data }) => [id, data["title"]])).to.deep.equal([
      ["3", "3"],
      ["4", "4"],
    ]);
  });
});
