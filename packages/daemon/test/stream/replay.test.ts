import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";
import { streamDaemon } from "./stream-daemon.ts";

describe("the incident stream of a daemon", function () {
  this.timeout(30_000);
  const world = streamDaemon();

  it("tells of an incident when it is created and when its status changes, and then it is as GET answers it", async () => {
    const stream = await world.read();
    const id = await world.create("told");
    const changed = await core(world.daemon, `/incidents/${id}/status`, {
      method: "PATCH",
      token: tokenOf(world.organization),
      body: { status: "INVESTIGATING" },
    });
    await world.has(stream, 2);
    expect(stream.messages.map(({ id, event }) => [id, event])).to.deep.equal([
      ["1", undefined],
      ["2", undefined],
    ]);
    expect(stream.messages[0]?.data).to.include({ id, status: "OPEN" });
    expect(stream.messages[1]?.data).to.deep.equal(changed.json());
  });

  it("begins with what comes next where no Last-Event-ID is sent", async () => {
    await world.create("before");
    const stream = await world.read();
    await world.create("after");
    await world.has(stream, 1);
    expect(world.titles(stream)).to.deep.equal(["after"]);
  });

  it("replays what came after the Last-Event-ID, then goes on, without a gap or a double", async () => {
    for (const title of ["1", "2", "3", "4"]) await world.create(title);
    const stream = await world.read("2");
    await world.create("5");
    await world.has(stream, 3);
    expect(stream.messages.map(({ id, data }) => [id, data["title"]])).to.deep.equal([
      ["3", "3"],
      ["4", "4"],
      ["5", "5"],
    ]);
  });

  it("loses and doubles nothing for readers that come while incidents are created", async () => {
    const first = await world.read();
    const creating = Promise.all(Array.from({ length: 40 }, (_, index) => world.create(String(index))));
    const second = await world.read("0");
    await creating;
    await world.has(first, 40);
    await world.has(second, 40);
    const numbers = Array.from({ length: 40 }, (_, index) => String(index + 1));
    for (const stream of [first, second]) expect(stream.messages.map(({ id }) => id)).to.deep.equal(numbers);
  });

  for (const unknown of ["999", "abc", "-1", "1e1", "1.5", "99999999999999999999", "1; drop"]) {
    it(`says reset first for the unknown Last-Event-ID ${unknown}, and goes on`, async () => {
      await world.create("one");
      const stream = await world.read(unknown);
      await world.create("two");
      await world.has(stream, 2);
      expect(stream.messages.map(({ id, event }) => [id, event])).to.deep.equal([
        ["1", "reset"],
        ["2", undefined],
      ]);
      expect(stream.messages[0]?.data["message"]).to.be.a("string");
      expect(stream.messages[0]?.data["at"]).to.match(/^\d{4}-.*Z$/);
    });
  }

  it("says reset once where what was missed is no longer held, then sends what is", async () => {
    for (const title of ["1", "2", "3", "4", "5"]) await world.create(title);
    const database = new Database(join(world.daemon.dataDir, "tocsin.db"));
    database.prepare("delete from stream_change where organization_id = ? and seq <= 3").run(world.organization);
    database.close();
    const stream = await world.read("1");
    await world.has(stream, 3);
    expect(stream.messages.map(({ id, event }) => [id, event])).to.deep.equal([
      ["3", "reset"],
      ["4", undefined],
      ["5", undefined],
    ]);
    const upToDate = await world.read("3");
    await world.has(upToDate, 2);
    expect(world.titles(upToDate)).to.deep.equal(["4", "5"]);
  });

  it("says reset where nothing at all is held any more", async () => {
    await world.create("1");
    await world.create("2");
    const database = new Database(join(world.daemon.dataDir, "tocsin.db"));
    database.prepare("delete from stream_change where organization_id = ?").run(world.organization);
    database.close();
    const stream = await world.read("1");
    await world.has(stream, 1);
    expect(stream.messages[0]).to.include({ id: "2", event: "reset" });
  });
});
