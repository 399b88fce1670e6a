import type { Channel, ConsumeMessage } from "amqplib";
import { identityOf } from "../../ingest/batch-codec.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";

/** A message that the broker gave us and that is not acknowledged yet. */
export interface HeldMessage {
  readonly batch: AcceptedBatch;
  readonly identity: string;
  /** It came before and was not finished, or failed here in company: it is handed over alone. */
  suspect: boolean;
  /** How often it failed alone while others were handled. */
  faults: number;
  /** How many deliveries had been handled when it failed last. */
  failedAt: number;
  /** Grows with each message of a channel. */
  readonly tag: number;
  /** This message, or with it all that came before it on its channel. */
  ack(andEarlier: boolean): void;
  /** To where the broker puts what its queue's consumers refuse. */
  refuse(): void;
}

export interface Held {
  add(channel: Channel, message: ConsumeMessage): void;
  /** The next messages to hand over together; empty where nothing waits. They stay held. */
  next(): readonly HeldMessage[];
  remove(messages: readonly HeldMessage[]): void;
  /** Removes messages that are handled, and tells the broker. */
  acknowledge(messages: readonly HeldMessage[]): void;
  /** Puts messages behind all others. */
  postpone(messages: readonly HeldMessage[]): void;
  clear(): void;
  /** Resolves when something waits, or the signal says so. */
  arrival(signal: AbortSignal): Promise<void>;
}

const DELIVERY_EVENTS_MAX = 10_000;
const DELIVERY_BYTES_MAX = 4 * 1024 * 1024;

export interface HeldOptions {
  /** Throws where the message is none that can be handed over; it is refused then. */
  readonly read: (message: ConsumeMessage) => AcceptedBatch;
  /** Told of that, once a message. */
  readonly unreadable: (problem: string, message: ConsumeMessage) => void;
}

/** What waits in this worker, in the order of its coming. Bounded by the prefetch. */
export function createHeld(options: HeldOptions): Held {
  let waiting: HeldMessage[] = [];
  let told: (() => void) | undefined;
  const remove = (messages: readonly HeldMessage[]): void => {
    const gone = new Set(messages);
    waiting = waiting.filter((held) => !gone.has(held));
  };
  return {
    add(channel, message) {
      const held = hold(channel, message, options);
      if (!held) return;
      waiting.push(held);
      told?.();
    },
    next() {
      const [first] = waiting;
      if (!first) return [];
      if (first.suspect) return [first];
      return takeTurns(waiting);
    },
    remove,
    acknowledge(messages) {
      const before = waiting.length;
      remove(messages);
      // After a `clear` nobody knows what else the channel holds.
      const allWereHeld = waiting.length === before - messages.length;
      const oldestLeft = waiting.reduce((least, { tag }) => Math.min(least, tag), Number.POSITIVE_INFINITY);
      const isFirst = ({ tag }: HeldMessage): boolean => allWereHeld && tag < oldestLeft;
      // One command instead of hundreds: a quorum queue lets some thirty of them be under way, keeps the others
      // back, and forgets those when the channel closes.
      messages.filter(isFirst).reduce(newerOf, undefined)?.ack(true);
      for (const held of messages) if (!isFirst(held)) held.ack(false);
    },
    postpone(messages) {
      const late = new Set(messages);
      // Only those still held: the connection may be another one by now.
      const still = waiting.filter((held) => late.has(held));
      waiting = [...waiting.filter((held) => !late.has(held)), ...still];
    },
    clear() {
      waiting = [];
    },
    async arrival(signal) {
      if (waiting.length > 0 || signal.aborted) return;
      await new Promise<void>((resolve) => {
        told = () => {
          told = undefined;
          signal.removeEventListener("abort", resolve as () => void);
          resolve();
        };
        signal.addEventListener("abort", resolve as () => void, { once: true });
      });
    },
  };
}

const newerOf = (one: HeldMessage | undefined, other: HeldMessage): HeldMessage =>
  one && one.tag > other.tag ? one : other;

/**
 * Organizations take turns, a message each, so that one with a backlog holds up nobody else of what is held here. Each
 * one's messages keep their order.
 */
function takeTurns(waiting: readonly HeldMessage[]): HeldMessage[] {
  const turns = new Map<string, HeldMessage[]>();
  for (const held of waiting) {
    const { organizationId } = held.batch;
    const others = turns.get(organizationId);
    if (others) others.push(held);
    else turns.set(organizationId, [held]);
  }
  const together: HeldMessage[] = [];
  const identities = new Set<string>();
  let events = 0;
  let bytes = 0;
  for (let place = 0; turns.size > 0; place += 1) {
    for (const [organizationId, messages] of turns) {
      const held = messages[place];
      // The same batch twice can't be written down twice; the second comes next, when the first is consumed.
      if (!held || held.suspect || identities.has(held.identity)) {
        turns.delete(organizationId);
        continue;
      }
      identities.add(held.identity);
      together.push(held);
      events += held.batch.count;
      bytes += held.batch.body.length;
      if (events >= DELIVERY_EVENTS_MAX || bytes >= DELIVERY_BYTES_MAX) return together;
    }
  }
  return together;
}

function hold(channel: Channel, message: ConsumeMessage, { read, unreadable }: HeldOptions): HeldMessage | undefined {
  const quietly = (act: () => void): void => {
    try {
      act();
    } catch {
      // The channel is closed: the broker gives the message again.
    }
  };
  const refuse = (): void => quietly(() => channel.nack(message, false, false));
  try {
    const batch = read(message);
    return {
      batch,
      identity: identityOf(batch),
      suspect: Number(message.properties.headers?.["x-delivery-count"] ?? 0) > 0,
      faults: 0,
      failedAt: -1,
      tag: message.fields.deliveryTag,
      ack: (andEarlier) => quietly(() => channel.ack(message, andEarlier)),
      refuse,
    };
  } catch (error) {
    unreadable(coerceError(error).message, message);
    refuse();
    return undefined;
  }
}
