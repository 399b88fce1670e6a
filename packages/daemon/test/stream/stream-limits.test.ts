import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { inSeconds, tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { streamDaemon } from "./stream-daemon.ts";

describe("the limits of the incident stream of a daemon", function () {
  this.timeout(30_000);
  const world = streamDaemon();

  it("replays 10,000 changes of 2 kB to a reader that reads, over one connection", async () => {
    const database = new Database(join(world.daemon.dataDir, "tocsin.db"));
    const insert = database.prepare(
      "insert into stream_change (organization_id, seq, event, data) values (?, ?, null, ?)",
    );
    const padding = "x".repeat(2_000);
    database.transaction(() => {
      for (let seq = 1; seq <= 10_000; seq++) insert.run(world.organization, seq, JSON.stringify({ seq, padding }));
      database.prepare("insert into stream_head (organization_id, seq) values (?, 10000)").run(world.organization);
    })();
    database.close();
    const stream = await world.read("0");
    const ended = stream.ended.then(() => "ended" as const);
    const outcome = await Promise.race([ended, world.has(stream, 10_000).then(() => "complete" as const)]);
    expect(outcome, `after ${stream.messages.length} of 10,000`).to.equal("complete");
    expect(stream.messages.every(({ id }, index) => id === String(index + 1))).to.equal(true);
  });

  it("is refused with 429 and Retry-After past the readers of a token, and past those of an organization", async () => {
    const [ada, bob, eve] = ["ada", "bob", "eve"].map((sub) => tokenOf(world.organization, { sub })) as [
      string,
      string,
      string,
    ];
    const attempts = await Promise.all(Array.from({ length: 6 }, () => world.read(undefined, ada)));
    expect(attempts.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 429, 429, 429]);
    expect(attempts.find(({ status }) => status === 429)?.headers["retry-after"]).to.match(/^\d+$/);
    expect((await world.read(undefined, bob)).status).to.equal(200);
    expect((await world.read(undefined, bob)).status).to.equal(200);
    expect((await world.read(undefined, eve)).status).to.equal(429);
    expect((await world.read(undefined, tokenOf("another"))).status).to.equal(200);
    attempts.find(({ status }) => status === 200)?.close();
    await waitFor(async () => (await world.read(undefined, eve)).status === 200, {
      what: "the place of a reader that left",
    });
  });

  it("keeps no place for HEAD, also where the connection stays", async () => {
    const token = tokenOf(world.organization);
    const { hostname, port } = new URL(world.daemon.core);
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
    expect((await world.read(undefined, token)).status).to.equal(200);
    for (const socket of kept) socket.destroy();
  });

  it("isn't opened by a token that has expired", async () => {
    expect((await world.read(undefined, tokenOf(world.organization, { exp: inSeconds(-30) }))).status).to.equal(401);
  });

  it("goes on over a restart of the daemon that comes before the first change", async () => {
    await world.create("before");
    const before = await world.read();
    await waitFor(() => before.ready() !== undefined, { what: "where the stream stands" });
    expect(before.ready()).to.deep.equal({ id: "1", event: "ready", data: { lastEventId: "1" } });
    world.daemon = await world.daemon.restart();
    await before.ended;
    await world.create("meanwhile");
    const after = await world.read(before.ready()?.id);
    await world.create("later");
    await world.has(after, 2);
    expect(world.titles(after)).to.deep.equal(["meanwhile", "later"]);
    expect(after.ready()).to.equal(undefined);
  });

  it("has a place to go back to in an organization where nothing ever changed", async () => {
    const before = await world.read();
    await waitFor(() => before.ready() !== undefined, { what: "where the stream stands" });
    before.close();
    await world.create("first");
    const after = await world.read(before.ready()?.id);
    await world.has(after, 1);
    expect(world.titles(after)).to.deep.equal(["first"]);
  });

  it("goes on over a restart of the daemon without a gap", async () => {
    const before = await world.read();
    await world.create("1");
    await world.create("2");
    await world.has(before, 2);
    world.daemon = await world.daemon.restart();
    await before.ended;
    await world.create("3");
    const after = await world.read(before.messages.at(-1)?.id);
    await world.create("4");
    await world.has(after, 2);
    expect(after.messages.map(({ id, data }) => [id, data["title"]])).to.deep.equal([
      ["3", "3"],
      ["4", "4"],
    ]);
  });
});
