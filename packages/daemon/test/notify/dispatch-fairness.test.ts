import { expect } from "chai";
import { createDispatcher, SENDS_OF_ORGANIZATION_MAX } from "../../src/notify/dispatch.ts";
import type { Send, SendOutcome } from "../../src/notify/message.ts";
import { waitFor } from "../support/wait.ts";
import { dispatchWorld, OK } from "./dispatch-world.ts";

describe("the fairness of the dispatcher of notifications", () => {
  const world = dispatchWorld();

  it("sends four messages at once, one a channel, while one of them takes long", async () => {
    for (const name of ["a", "b", "c", "d"]) await world.listen({ name });
    await world.open();
    await world.open();
    const slow = Promise.withResolvers<SendOutcome>();
    let [under, most] = [0, 0];
    const busy = new Set<string>();
    const send: Send = async (message, { id, name }, signal) => {
      expect(busy.has(id), "one at a time a channel").to.equal(false);
      busy.add(id);
      most = Math.max(most, ++under);
      try {
        return await world.sender(() => (name === "a" ? slow.promise : OK))(message, { id } as never, signal);
      } finally {
        under -= 1;
        busy.delete(id);
      }
    };
    const given = world.deps(send);
    const work = world.drainOutbox(given, world.stop);
    await waitFor(async () => (await world.deliveries()).filter(({ status }) => status === "delivered").length === 6, {
      what: "all that the slow one doesn't hold up",
    });
    slow.resolve(OK);
    await work;
    await world.drainOutbox(given, world.stop);
    expect((await world.deliveries()).every(({ status }) => status === "delivered")).to.equal(true);
    expect(most).to.be.at.least(2);
  });

  it("lets organizations take turns, and the channels of each", async () => {
    const [one, two] = [await world.listen({ name: "one" }), await world.listen({ name: "two" })];
    const other = await world.listen({ organizationId: "other" });
    for (let count = 0; count < 3; count++) {
      await world.open();
      await world.open("other");
    }
    await world.drainOutbox(
      world.deps(
        world.sender(() => {
          world.now += 1;
          return OK;
        }),
      ),
      world.stop,
    );
    const order = world.sent.map(({ to }) => ({ [one.id]: 1, [two.id]: 2, [other.id]: 3 })[to]);
    expect(order.slice(0, 6).filter((to) => to === 3)).to.have.length(3);
    expect(order.filter((to) => to === 1)).to.have.length(3);
    expect(
      order
        .slice(0, 4)
        .filter((to) => to !== 3)
        .toSorted(),
    ).to.deep.equal([1, 2]);
  });

  it("keeps room for other organizations where all receivers of one let it wait", async () => {
    for (let count = 0; count < 10; count++) await world.listen();
    await world.open();
    const slow = Promise.withResolvers<SendOutcome>();
    const given = world.deps(world.sender(({ organizationId }) => (organizationId === "acme" ? slow.promise : OK)));
    const dispatcher = createDispatcher(given, world.stop);
    await dispatcher.poll();
    await waitFor(() => world.sent.length === SENDS_OF_ORGANIZATION_MAX, { what: "as many as one may have under way" });
    await world.listen({ organizationId: "other" });
    await world.open("other");
    await dispatcher.poll();
    await waitFor(() => world.sent.length > SENDS_OF_ORGANIZATION_MAX, {
      what: "the message of the other organization",
    });
    expect(world.sent.map(({ message }) => message.organizationId)).to.deep.equal([
      ...Array.from({ length: SENDS_OF_ORGANIZATION_MAX }, () => "acme"),
      "other",
    ]);
    slow.resolve(OK);
    await dispatcher.settled();
    expect((await world.deliveries()).every(({ status }) => status === "delivered")).to.equal(true);
  });
});
