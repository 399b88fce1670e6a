import { EventEmitter, once } from "node:events";
import type { Channel, ConsumeMessage } from "amqplib";
import { MIB } from "../../kernel/bytes.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { identityOf } from "../../model/batch-codec.ts";
import { isExhausted, returnsOf, wasRequeued } from "./requeue.ts";

/** An unacknowledged message. */
export interface HeldMessage {
  readonly batch: AcceptedBatch;
  readonly identity: string;
  /** The queue that it comes from. */
  readonly queue: string;
  /** Returned, requeued, or failed together with others: it is handed over alone. */
  suspect: boolean;
  /** Failures alone while others were handled. */
  faults: number;
  /** Handled deliveries at its last failure. */
  failedAt: number;
  /** Grows with each message of a channel; each queue has its own. */
  readonly tag: number;
  /** Acknowledges this message, or also all earlier ones of its channel. */
  ack(andEarlier: boolean): void;
  /** The broker dead-letters it. */
  refuse(): void;
}

export interface UnackedMessages {
  add(channel: Channel, queue: string, message: ConsumeMessage): void;
  /** The next messages to hand over together; empty where nothing waits. They stay held. */
  next(): readonly HeldMessage[];
  remove(messages: readonly HeldMessage[]): void;
  /** Removes messages that are handled, and tells the broker. */
  acknowledge(messages: readonly HeldMessage[]): void;
  /** Puts messages behind all others. */
  postpone(messages: readonly HeldMessage[]): void;
  /** Messages that are held of this queue, oldest first. */
  of(queue: string): readonly HeldMessage[];
  /** Removes this queue's held messages, which its channel returns to the broker. */
  forget(queue: string): void;
  clear(): void;
  /** Resolves when a message waits, or the signal aborts. */
  arrival(signal: AbortSignal): Promise<void>;
  /** True where waiting gains nothing: a delivery is full, or a queue has reached its prefetch. */
  isFull(): boolean;
}

const DELIVERY_EVENTS_MAX = 4_000;
const DELIVERY_BYTES_MAX = 4 * MIB;
/** A delivery of this size is worth its transaction. */
const DELIVERY_EVENTS_ENOUGH = 2_000;

export interface HeldOptions {
  /** Throws for a message that can't be handed over; it is refused then. */
  readonly read: (message: ConsumeMessage) => AcceptedBatch;
  /** Called for each of these messages. */
  readonly unreadable: (problem: string, message: ConsumeMessage) => void;
  /** Called for a message that is refused for its returns since it was requeued. Without it, none is refused. */
  readonly exhausted?: (message: ConsumeMessage) => void;
  /** Messages of one queue that the broker gives without an acknowledgement. */
  readonly prefetched: number;
}

/** Messages that wait in this worker, in order of arrival. Bounded by the prefetch. */
export function createUnackedMessages(options: HeldOptions): UnackedMessages {
  let waiting: HeldMessage[] = [];
  const arrivals = new EventEmitter();
  /**
   * Organizations of the previous delivery. Others get a delivery of their own, and don't wait behind a large batch
   * (the list of new flows of FQ-CoDel, RFC 8290).
   */
  let served: ReadonlySet<string> = new Set();
  let events = 0;
  let refuses = createRefusal(options);
  const messagesOf = new Map<string, number>();
  const count = ({ queue, batch }: HeldMessage, change: 1 | -1): void => {
    messagesOf.set(queue, (messagesOf.get(queue) ?? 0) + change);
    events += change * batch.count;
  };
  const keep = (isKept: (held: HeldMessage) => boolean): HeldMessage[] => {
    const gone = waiting.filter((held) => !isKept(held));
    waiting = waiting.filter(isKept);
    for (const held of gone) count(held, -1);
    return gone;
  };
  const remove = (messages: readonly HeldMessage[]): HeldMessage[] => {
    const leaving = new Set(messages);
    return keep((held) => !leaving.has(held));
  };
  return {
    add(channel, queue, message) {
      const held = hold(channel, queue, message, { ...options, refuses });
      if (!held) return;
      waiting.push(held);
      count(held, 1);
      arrivals.emit("arrival");
    },
    next() {
      if (waiting[0]?.suspect) return waiting.slice(0, 1);
      const newcomers = roundRobin(waiting.filter(({ batch }) => !served.has(batch.organizationId)));
      const messages = newcomers.length > 0 ? newcomers : roundRobin(waiting);
      served = new Set(messages.map(({ batch }) => batch.organizationId));
      return messages;
    },
    remove,
    acknowledge(messages) {
      // Messages that were given back meanwhile are left out: acknowledging them would end the channel.
      const done = Map.groupBy(remove(messages), ({ queue }) => queue);
      for (const [queue, handled] of done)
        acknowledgeOf(
          handled,
          waiting.filter((held) => held.queue === queue),
        );
    },
    postpone(messages) {
      const late = new Set(messages);
      // Only those still held: the connection may be another one by now.
      const still = waiting.filter((held) => late.has(held));
      waiting = [...waiting.filter((held) => !late.has(held)), ...still];
    },
    of: (queue) => waiting.filter((held) => held.queue === queue),
    forget: (queue) => void keep((each) => each.queue !== queue),
    clear() {
      waiting = [];
      messagesOf.clear();
      events = 0;
      refuses = createRefusal(options);
    },
    async arrival(signal) {
      if (waiting.length > 0 || signal.aborted) return;
      await once(arrivals, "arrival", { signal }).catch(() => undefined);
    },
    isFull: () =>
      events >= DELIVERY_EVENTS_ENOUGH ||
      waiting[0]?.suspect === true ||
      [...messagesOf.values()].some((messages) => messages >= options.prefetched),
  };
}

/**
 * True for the first message of a connection that came back too often. A worker that ends returns all that it held, the
 * message that ended it and those behind it: those are handed over, each alone.
 */
function createRefusal({ exhausted }: HeldOptions): (message: ConsumeMessage) => boolean {
  let hasRefused = false;
  return (message) => {
    if (!exhausted || hasRefused || !isExhausted(message)) return false;
    hasRefused = true;
    exhausted(message);
    return true;
  };
}

/**
 * Acknowledges with one command every message that precedes all that is left in its channel. A quorum queue processes
 * about thirty commands at a time, holds the others back, and forgets those when the channel closes.
 */
function acknowledgeOf(handled: readonly HeldMessage[], left: readonly HeldMessage[]): void {
  const oldestLeft = left.reduce((least, { tag }) => Math.min(least, tag), Number.POSITIVE_INFINITY);
  const byTag = handled.toSorted((one, other) => one.tag - other.tag);
  byTag.findLast(({ tag }) => tag < oldestLeft)?.ack(true);
  for (const held of byTag) if (held.tag > oldestLeft) held.ack(false);
}

/**
 * Round robin over organizations, a message each: a backlog of one delays no other. The messages of each organization
 * keep their order.
 */
function roundRobin(waiting: readonly HeldMessage[]): HeldMessage[] {
  const lanes = Map.groupBy(waiting, ({ batch }) => batch.organizationId);
  const together: HeldMessage[] = [];
  const identities = new Set<string>();
  let events = 0;
  let bytes = 0;
  for (let place = 0; lanes.size > 0; place += 1) {
    for (const [organizationId, messages] of lanes) {
      const held = messages[place];
      // A delivery must not hold a batch twice. The second one follows when the first is consumed.
      if (!held || held.suspect || identities.has(held.identity)) {
        lanes.delete(organizationId);
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

function hold(
  channel: Channel,
  queue: string,
  message: ConsumeMessage,
  { read, unreadable, refuses }: HeldOptions & { readonly refuses: (message: ConsumeMessage) => boolean },
): HeldMessage | undefined {
  const quietly = (act: () => void): void => {
    try {
      act();
    } catch {
      // The channel is closed: the broker gives the message again.
    }
  };
  const refuse = (): void => quietly(() => channel.nack(message, false, false));
  if (refuses(message)) {
    refuse();
    return undefined;
  }
  try {
    const batch = read(message);
    return {
      batch,
      identity: identityOf(batch),
      queue,
      suspect: returnsOf(message) > 0 || wasRequeued(message),
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
