import { expect } from "chai";
import { core, search, stored } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { type DeadLetter, lenientBatch } from "./lenient-batch.ts";

describe("Dead letters of a lenient batch", function () {
  this.timeout(20_000);
  const world = lenientBatch();

  it("pages its dead letters, newest first, each once", async () => {
    for (let index = 0; index < 5; index++) await world.send([{ index }]);
    await world.deadLettersWhen(5);
    const indexes: number[] = [];
    let path: string | undefined = "/events/dead-letters?limit=2";
    while (path !== undefined) {
      const answer = await core(world.daemon, path, { token: tokenOf(world.organization) });
      for (const { payload } of answer.json<DeadLetter[]>()) indexes.push((payload as { index: number }).index);
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(indexes).to.deep.equal([4, 3, 2, 1, 0]);
  });

  it("leaves out exactly the events of services past the limit; those are replayed when the limit allows it", async () => {
    const events = ["a", "b", "c", "a", "d", "c"].map((service) => log({ service, message: `from ${service}` }));
    const answer = await world.send(events);
    expect(answer.json()).to.include({ accepted: 3, rejected: 3 });
    const left = await world.deadLettersWhen(3);
    for (const { reason } of left) expect(reason).to.contain("Service limit reached");

    world.daemon = await world.daemon.restart({
      TOCSIN_SERVICES_MAX: "4",
      TOCSIN_EVENT_BYTES_MAX: "2048",
      TOCSIN_BATCH_EVENTS_MAX: "500",
    });
    const replayed = await Promise.all(left.map(({ id }) => world.replay(id)));
    for (const [index, answer] of replayed.entries()) {
      expect(answer.status, answer.text).to.equal(200);
      const event = await stored(world.daemon, answer.json<{ eventId: string }>().eventId, tokenOf(world.organization));
      expect(event.message).to.equal((left[index] as DeadLetter & { payload: { message: string } }).payload.message);
    }
    await waitFor(async () => (await world.deadLetters()).length === 0, {
      what: "the replayed letters to be done with",
    });
    expect(await search(world.daemon, { q: "from" }, tokenOf(world.organization))).to.have.lengthOf(6);
  });

  it("left out for the service limit cannot pass that limit by being replayed", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    await world.send(names.map((service) => log({ service, message: "limited" })));
    const left = await world.deadLettersWhen(1);
    for (const { id } of left) {
      const answer = await world.replay(id);
      expect(answer.status, answer.text).to.be.oneOf([403, 422]);
    }
    expect(await world.deadLetters()).to.have.lengthOf(left.length);
  });

  it("whose dead letter is still invalid is refused with 422 saying why, and the letter stays", async () => {
    await world.send([log({ level: "loud" })]);
    const [deadLetter] = await world.deadLettersWhen(1);
    const answer = await world.replay(deadLetter?.id ?? "");
    expect(answer.status).to.equal(422);
    expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/level");
    expect(await world.deadLetters()).to.deep.equal([deadLetter]);
  });

  it("shows its dead letters to no other organization, to be read or replayed", async () => {
    await world.send([{}]);
    const [deadLetter] = await world.deadLettersWhen(1);
    const stranger = tokenOf("stranger");
    expect((await core(world.daemon, "/events/dead-letters", { token: stranger })).json()).to.deep.equal([]);
    expect((await world.replay(deadLetter?.id ?? "", stranger)).status).to.equal(404);
  });

  it("has no dead letter of an unknown id", async () => {
    expect((await world.replay("01900000-0000-7000-8000-000000000000")).status).to.equal(404);
    expect((await world.replay("no-uuid")).status).to.be.oneOf([400, 404]);
  });
});
