import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { operations } from "../support/operations.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { inSeconds, tokenOf } from "../support/tokens.ts";
import { keyed, posts, repeatedOperations } from "./repeated-operations.ts";

describe("a POST with an Idempotency-Key", function () {
  this.timeout(60_000);
  const world = repeatedOperations();

  it("is taken by every operation but those that only look", () => {
    const declared = posts.filter(({ takesKey }) => takesKey).map(({ id }) => id);
    expect(declared).to.deep.equal(keyed.map(({ id }) => id));
    expect(operations().filter(({ method, takesKey }) => takesKey && method !== "POST")).to.deep.equal([]);
    for (const { id, statuses } of keyed) expect(statuses, id).to.include.members([409, 422]);
  });

  // In the order of the document, in which no operation takes away what a later one needs.
  for (const operation of keyed) {
    it(`does ${operation.id} once, sent three times, and once, sent eight times at the same time`, async () => {
      const start = world.allRows();
      const first = await world.send(operation, world.sequel, operation.id);
      expect(first.status, first.text).to.be.oneOf([200, 201, 202]);
      expect(first.headers.get("idempotent-replayed")).to.equal(null);
      world.sequel.ids.set(operation.id, first.json<{ id?: string }>().id ?? "");
      const once = world.allRows();
      for (const _ of [2, 3]) {
        const again = await world.send(operation, world.sequel, operation.id);
        expect([again.status, again.text]).to.deep.equal([first.status, first.text]);
        expect(again.headers.get("content-type")).to.equal(first.headers.get("content-type"));
        expect(again.headers.get("idempotent-replayed")).to.equal("true");
      }
      expect(world.allRows()).to.deep.equal(once);

      const answers = await Promise.all(
        Array.from({ length: 8 }, () => world.send(operation, world.crowd, operation.id)),
      );
      const last = await world.send(operation, world.crowd, operation.id);
      expect(last.status, last.text).to.equal(first.status);
      world.crowd.ids.set(operation.id, last.json<{ id?: string }>().id ?? "");
      for (const { status, text, headers } of answers) {
        if (status === 409 && headers.has("retry-after")) expect(text).to.contain("still running");
        else expect([status, text]).to.deep.equal([last.status, last.text]);
      }
      expect(world.grown(world.sizes(once), world.sizes(world.allRows()))).to.deep.equal(
        world.grown(world.sizes(start), world.sizes(once)),
      );
    });
  }

  it("is refused with 422 where body, path or query are others", async () => {
    expect((await world.add("a", "one")).status).to.equal(201);
    const others = [
      await world.add("a", "another"),
      await world.add("a", "one", world.sequel.token, "?x=1"),
      await core(world.daemon, `/incidents/${world.crowd.ids.get("incidents")}/comments`, {
        token: world.sequel.token,
        headers: { "idempotency-key": "a" },
        body: { author: "Ann", body: "one" },
      }),
    ];
    for (const answer of others) {
      expect(answer.status).to.equal(422);
      expect(answer.json<ErrorBody>().message).to.contain("another path, query or body");
    }
    expect([await world.comments("one"), await world.comments("another")]).to.deep.equal([1, 0]);
  });

  it("of another subject, organization or operation is another one", async () => {
    const title = { title: "t", description: "d", severity: "LOW", affectedServices: ["keys"] };
    const open = (token: string): Promise<Answer> =>
      core(world.daemon, "/incidents", { token, headers: { "idempotency-key": "b" }, body: title });
    const [mine, hers, theirs] = [
      await open(world.sequel.token),
      await open(tokenOf("sequel", { sub: "grace" })),
      await open(world.crowd.token),
    ];
    expect([mine, hers, theirs].map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(new Set([mine, hers, theirs].map((each) => each.json<{ id: string }>().id))).to.have.property("size", 3);
    expect((await world.add("b", "of the key b")).status).to.equal(201);
  });

  it("is of the subject, not of the token", async () => {
    const first = await world.add("c", "with two tokens");
    const again = await world.add(
      "c",
      "with two tokens",
      tokenOf("sequel", { sub: "ann of sequel", exp: inSeconds(7_200) }),
    );
    expect(again.text).to.equal(first.text);
    expect(await world.comments("with two tokens")).to.equal(1);
  });

  it("replays nothing to who may not do it any more", async () => {
    await world.add("d", "once allowed");
    const less = tokenOf("sequel", { sub: "ann of sequel", permissions: ["incidents:view"] });
    expect((await world.add("d", "once allowed", less)).status).to.equal(403);
  });

  it("isn't held by a request that the document refuses", async () => {
    expect((await world.add("h", "")).status).to.equal(400);
    expect((await world.add("h", "better")).status).to.equal(201);
  });

  it("is 1 to 255 characters long", async () => {
    expect((await world.add("k".repeat(255), "long")).status).to.equal(201);
    expect((await world.add("k".repeat(256), "long")).status).to.equal(400);
    expect((await world.add("", "long")).status).to.equal(400);
  });
});
