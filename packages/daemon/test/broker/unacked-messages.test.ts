import type { Channel, ConsumeMessage } from "amqplib";
import { expect } from "chai";
import { createUnackedMessages } from "../../src/adapters/broker/unacked-messages.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { decodeBatch, encodeBatch } from "../../src/model/batch-codec.ts";
import { batchOf } from "./harness.ts";

describe("What a worker holds of RabbitMQ's messages", () => {
  const large = (organizationId: string): AcceptedBatch => ({
    ...batchOf(...Array.from({ length: 1_000 }, () => "one")),
    organizationId,
  });

  it("gives an organization a delivery of its own after one of somebody else", () => {
    const channel = { ack: () => undefined } as unknown as Channel;
    const held = createUnackedMessages({
      read: ({ content }) => decodeBatch(content),
      unreadable: (problem) => expect.fail(problem),
      prefetched: 100,
    });
    let tag = 0;
    const add = (organizationId: string): void => {
      const fields = { deliveryTag: ++tag };
      const message = { content: encodeBatch(large(organizationId)), fields, properties: { headers: {} } };
      held.add(channel, "queue", message as unknown as ConsumeMessage);
    };
    for (let count = 0; count < 20; count += 1) add("noisy");
    const organizations = (): Set<string> => {
      const messages = held.next();
      held.acknowledge(messages);
      return new Set(messages.map(({ batch }) => batch.organizationId));
    };
    expect([...organizations()]).to.deep.equal(["noisy"]);
    add("quiet");
    add("quiet");
    expect([...organizations()]).to.deep.equal(["quiet"]);
    add("quiet");
    expect([...organizations()], "the noisy one isn't kept waiting").to.deep.equal(["noisy"]);
  });

  it("gives an organization its turn in the next delivery, however much of another one it holds", () => {
    const unacknowledged = new Set<number>();
    const channel = {
      ack({ fields: { deliveryTag } }: ConsumeMessage, andEarlier: boolean) {
        for (const tag of unacknowledged)
          if (tag === deliveryTag || (andEarlier && tag < deliveryTag)) unacknowledged.delete(tag);
      },
    } as unknown as Channel;
    const held = createUnackedMessages({
      read: ({ content }) => decodeBatch(content),
      unreadable: (problem) => expect.fail(problem),
      prefetched: 100,
    });
    const noisy = Array.from({ length: 60 }, () => large("noisy"));
    const quiet = large("quiet");
    for (const [index, batch] of [...noisy, quiet].entries()) {
      const message = { content: encodeBatch(batch), fields: { deliveryTag: index + 1 }, properties: { headers: {} } };
      unacknowledged.add(index + 1);
      held.add(channel, "queue", message as unknown as ConsumeMessage);
    }
    const deliveries: AcceptedBatch[][] = [];
    for (let next = held.next(); next.length > 0; next = held.next()) {
      deliveries.push(next.map(({ batch }) => batch));
      held.acknowledge(next);
      const left = 61 - deliveries.flat().length;
      expect([...unacknowledged], "neither more nor less than what isn't handled").to.have.lengthOf(left);
    }
    const idsOf = (organizationId: string): string[] =>
      deliveries.flat().flatMap((batch) => (batch.organizationId === organizationId ? [batch.id] : []));
    expect(deliveries.findIndex((some) => some.some(({ id }) => id === quiet.id))).to.equal(0);
    expect(deliveries.length).to.be.greaterThan(5);
    expect(idsOf("noisy")).to.deep.equal(noisy.map(({ id }) => id));
    expect(idsOf("quiet")).to.deep.equal([quiet.id]);
  });
});
