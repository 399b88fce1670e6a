/** A message as a queue keeps it. */
export interface StoredMessage {
  readonly content: Buffer;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Why it left an earlier queue, as the header `x-death` has it. */
  readonly death?: { readonly reason: string; readonly queue: string };
  /** Its place in the queue. */
  place: number;
  /** Times that it was given to a consumer and came back. */
  returns: number;
}

export interface QueueConsumer {
  readonly tag: string;
  readonly prefetch: number;
  unacknowledged: number;
  deliver(message: StoredMessage): void;
}

export interface QueueOptions {
  readonly singleActiveConsumer: boolean;
  /** A message that came back more often is given up; undefined: never. */
  readonly deliveryLimit: number | undefined;
  readonly giveUp: (message: StoredMessage, reason: "delivery_limit" | "rejected") => void;
}

/**
 * A quorum queue as RabbitMQ 3.10 documents it (rabbitmq.com/docs/quorum-queues and /docs/consumers): one active
 * consumer where that is asked for, the next when it is cancelled; a message that comes back takes its old place and
 * counts as a delivery; past the delivery limit it is given up.
 */
export class BrokerQueue {
  readonly #options: QueueOptions;
  readonly #ready: StoredMessage[] = [];
  readonly #consumers: QueueConsumer[] = [];
  #places = 0;
  #turn = 0;
  #isStalled = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Messages ready. */
  ready(): number {
    return this.#ready.length;
  }

  publish(message: Omit<StoredMessage, "place" | "returns">): void {
    this.#places += 1;
    this.#ready.push({ ...message, place: this.#places, returns: 0 });
    this.#deliver();
  }

  addConsumer(consumer: QueueConsumer): void {
    this.#consumers.push(consumer);
    this.#deliver();
  }

  /** Its messages stay with its channel; the next consumer becomes active at once. */
  removeConsumer(consumer: QueueConsumer): void {
    this.#remove(consumer);
    this.#deliver();
  }

  /** Its channel is closed: its messages are back before the next consumer becomes active. */
  dropConsumer(consumer: QueueConsumer, messages: readonly StoredMessage[]): void {
    this.#remove(consumer);
    for (const message of messages) this.#putBack(message);
    this.#deliver();
  }

  settled(consumer: QueueConsumer): void {
    consumer.unacknowledged -= 1;
    this.#deliver();
  }

  /** Back to its place, or given up. */
  giveBack(message: StoredMessage, consumer: QueueConsumer): void {
    consumer.unacknowledged -= 1;
    this.#putBack(message);
    this.#deliver();
  }

  refuse(message: StoredMessage, consumer: QueueConsumer): void {
    consumer.unacknowledged -= 1;
    this.#options.giveUp(message, "rejected");
    this.#deliver();
  }

  /** Stands still, as while it elects a leader. */
  setStalled(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#deliver();
  }

  #nextConsumer(): QueueConsumer | undefined {
    const candidates = this.#options.singleActiveConsumer ? this.#consumers.slice(0, 1) : this.#consumers;
    const free = candidates.filter(({ unacknowledged, prefetch }) => unacknowledged < prefetch);
    this.#turn += 1;
    return free[this.#turn % Math.max(1, free.length)];
  }

  #deliver(): void {
    while (!this.#isStalled && this.#ready.length > 0) {
      const consumer = this.#nextConsumer();
      if (!consumer) return;
      consumer.unacknowledged += 1;
      consumer.deliver(this.#ready.shift() as StoredMessage);
    }
  }

  #putBack(message: StoredMessage): void {
    const { deliveryLimit, giveUp } = this.#options;
    message.returns += 1;
    if (deliveryLimit !== undefined && message.returns > deliveryLimit) {
      giveUp(message, "delivery_limit");
      return;
    }
    const index = this.#ready.findIndex(({ place }) => place > message.place);
    this.#ready.splice(index === -1 ? this.#ready.length : index, 0, message);
  }

  #remove(consumer: QueueConsumer): void {
    const index = this.#consumers.indexOf(consumer);
    if (index !== -1) this.#consumers.splice(index, 1);
  }
}
