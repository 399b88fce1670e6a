import { EventEmitter } from "node:events";
import type { BrokerQueue, QueueConsumer, StoredMessage } from "./broker-queue.ts";
import type { SimulatedProcess, VirtualTime } from "./virtual-time.ts";

type Properties = Readonly<Record<string, unknown>>;
type QueueArguments = Readonly<Record<string, unknown>>;

/** What a connection asks of its broker. */
export interface BrokerSide {
  readonly time: VirtualTime;
  readonly queues: ReadonlyMap<string, BrokerQueue>;
  isBlocked(): boolean;
  declareQueue(name: string, queueArguments: QueueArguments): void;
  /** False where no queue takes it. `stored` says when it is written. */
  publish(queue: string, content: Buffer, properties: Properties, stored: (isStored: boolean) => void): boolean;
}

interface Delivered {
  readonly message: StoredMessage;
  readonly consumer: QueueConsumer;
  readonly queue: BrokerQueue;
}

interface Request {
  readonly ask: () => unknown;
  readonly answered: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

type OnMessage = (message: Readonly<Record<string, unknown>> | null) => void;
type Confirm = (error: Error | null) => void;

const LATENCY_MS_MAX = 3;

/** A channel as amqplib offers it, as far as this project uses it. */
export class SimulatedChannel extends EventEmitter {
  readonly #connection: SimulatedConnection;
  readonly #unacknowledged = new Map<number, Delivered>();
  readonly #consumers = new Map<string, { readonly queue: BrokerQueue; readonly consumer: QueueConsumer }>();
  readonly #callbacks = new Map<string, OnMessage>();
  readonly #requests: Request[] = [];
  readonly #unconfirmed = new Set<Confirm>();
  #prefetch = 0;
  #lastTag = 0;
  #isOpen = true;
  #isClosing = false;

  constructor(connection: SimulatedConnection) {
    super();
    this.#connection = connection;
  }

  /** One request at a time is under way on a channel. */
  request<Answer>(ask: () => Answer, answered: (answer: Answer) => void = () => undefined): Promise<Answer> {
    if (!this.#isOpen) return Promise.reject(new Error("Channel closed"));
    if (this.#isClosing) return Promise.reject(new Error("Channel closing"));
    return new Promise((resolve, reject) => {
      const settle = (answer: unknown): void => {
        answered(answer as Answer);
        resolve(answer as Answer);
      };
      this.#requests.push({ ask, answered: settle, reject });
      if (this.#requests.length === 1) this.#sendRequest();
    });
  }

  #sendRequest(): void {
    const [request] = this.#requests;
    if (!request) return;
    this.#connection.toBroker(() => {
      try {
        const answer = request.ask();
        this.#connection.toClient(() => {
          if (this.#isClosing) return;
          this.#requests.shift();
          this.#sendRequest();
          request.answered(answer);
        });
      } catch (error) {
        this.#failAtBroker(error as Error);
      }
    });
  }

  /** A mistake of the client closes its channel. */
  #failAtBroker(error: Error): void {
    this.giveBackAll();
    this.#connection.toClient(() => {
      this.emit("error", error);
      this.closed(error);
    });
  }

  readonly prefetch = (count: number): Promise<unknown> =>
    this.request(() => {
      this.#prefetch = count;
    });

  readonly assertExchange = (): Promise<unknown> => this.request(() => undefined);
  readonly bindQueue = (): Promise<unknown> => this.request(() => undefined);

  readonly assertQueue = (name: string, options: { readonly arguments?: QueueArguments }): Promise<unknown> =>
    this.request(() => this.#connection.broker.declareQueue(name, options.arguments ?? {}));

  readonly checkQueue = (name: string): Promise<{ messageCount: number }> =>
    this.request(() => ({ messageCount: this.#queue(name).ready() }));

  #queue(name: string): BrokerQueue {
    const queue = this.#connection.broker.queues.get(name);
    if (!queue) throw new Error(`NOT_FOUND - no queue '${name}'`);
    return queue;
  }

  consume(name: string, callback: OnMessage, { consumerTag: tag }: { readonly consumerTag: string }): Promise<unknown> {
    const subscribe = (): void => {
      if (this.#consumers.has(tag)) throw new Error(`NOT_ALLOWED - attempt to reuse consumer tag '${tag}'`);
      const queue = this.#queue(name);
      const consumer: QueueConsumer = {
        tag,
        prefetch: this.#prefetch,
        unacknowledged: 0,
        deliver: (message) => this.#deliver(name, consumer, message),
      };
      this.#consumers.set(tag, { queue, consumer });
      // The answer leaves before the first message.
      this.#connection.broker.time.plan(0, undefined, () => {
        if (this.#consumers.get(tag)?.consumer === consumer) queue.addConsumer(consumer);
      });
    };
    return this.request(subscribe, () => this.#callbacks.set(tag, callback));
  }

  #deliver(name: string, consumer: QueueConsumer, message: StoredMessage): void {
    this.#lastTag += 1;
    const deliveryTag = this.#lastTag;
    this.#unacknowledged.set(deliveryTag, { message, consumer, queue: this.#queue(name) });
    const own = message.properties["headers"] as Properties | undefined;
    const headers: Record<string, unknown> = { ...own, "x-delivery-count": message.returns };
    if (message.death) headers["x-death"] = [message.death];
    const given = {
      content: message.content,
      fields: { deliveryTag, routingKey: name, redelivered: message.returns > 0, consumerTag: consumer.tag },
      properties: { ...message.properties, headers },
    };
    this.#connection.toClient(() => this.#callbacks.get(consumer.tag)?.(given));
  }

  readonly cancel = (tag: string): Promise<unknown> =>
    this.request(
      () => {
        const found = this.#consumers.get(tag);
        this.#consumers.delete(tag);
        if (found) found.queue.removeConsumer(found.consumer);
      },
      () => this.#callbacks.delete(tag),
    );

  ack(message: { readonly fields: { readonly deliveryTag: number } }, allUpTo = false): void {
    this.#settle(message.fields.deliveryTag, allUpTo, ({ queue, consumer }) => queue.settled(consumer));
  }

  nack(message: { readonly fields: { readonly deliveryTag: number } }, allUpTo = false, requeue = true): void {
    this.#settle(message.fields.deliveryTag, allUpTo, ({ queue, consumer, message: given }) =>
      requeue ? queue.giveBack(given, consumer) : queue.refuse(given, consumer),
    );
  }

  #settle(tag: number, allUpTo: boolean, settle: (delivered: Delivered) => void): void {
    if (!this.#isOpen || this.#isClosing) throw new Error("Channel closed");
    this.#connection.toBroker(() => {
      const tags = allUpTo ? [...this.#unacknowledged.keys()].filter((each) => each <= tag) : [tag];
      const settled = tags.map((each) => this.#unacknowledged.get(each));
      if (settled.length === 0 || settled.includes(undefined)) {
        this.#failAtBroker(new Error(`PRECONDITION_FAILED - unknown delivery tag ${tag}`));
        return;
      }
      for (const each of tags) this.#unacknowledged.delete(each);
      for (const each of settled) settle(each as Delivered);
    });
  }

  publish(_exchange: string, queue: string, content: Buffer, properties: Properties, confirm: Confirm): void {
    if (!this.#isOpen || this.#isClosing) throw new Error("Channel closed");
    this.#unconfirmed.add(confirm);
    this.#connection.toBroker(() => {
      const { broker } = this.#connection;
      const confirmed = (isStored: boolean): void =>
        this.#connection.toClient(() => {
          if (this.#unconfirmed.delete(confirm)) confirm(isStored ? null : new Error("message nacked"));
        });
      if (broker.publish(queue, content, properties, confirmed)) return;
      this.#connection.toClient(() => this.emit("return", { properties, content, fields: {} }));
      confirmed(true);
    }, true);
  }

  /** Goes out at once. The broker gets nothing of this channel afterwards: requests under way have no answer. */
  close(): Promise<void> {
    if (!this.#isOpen || this.#isClosing) return Promise.reject(new Error("Channel closed"));
    this.#isClosing = true;
    return new Promise((resolve) => {
      this.#connection.toBroker(() => {
        this.giveBackAll();
        this.#connection.toClient(() => {
          this.closed(new Error("Channel closed"));
          resolve();
        });
      });
    });
  }

  /** At the broker: the channel is gone. */
  giveBackAll(): void {
    const byConsumer = Map.groupBy(this.#unacknowledged.values(), ({ consumer }) => consumer);
    this.#unacknowledged.clear();
    for (const { queue, consumer } of this.#consumers.values()) {
      const messages = (byConsumer.get(consumer) ?? []).map(({ message }) => message);
      byConsumer.delete(consumer);
      queue.dropConsumer(consumer, messages);
    }
    // Of consumers that were cancelled before.
    for (const [consumer, left] of byConsumer) for (const { queue, message } of left) queue.giveBack(message, consumer);
    this.#consumers.clear();
  }

  /** At the client: the channel is gone. */
  closed(error: Error): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { reject } of this.#requests.splice(0)) reject(new Error("Channel ended, no reply will be forthcoming"));
    for (const confirm of [...this.#unconfirmed]) confirm(error);
    this.#unconfirmed.clear();
    this.#callbacks.clear();
    this.emit("close");
  }
}

/** A connection as amqplib offers it: commands keep their order in each direction, and are lost with the connection. */
export class SimulatedConnection extends EventEmitter {
  readonly broker: BrokerSide;
  readonly process: SimulatedProcess;
  readonly #channels: SimulatedChannel[] = [];
  #arrivesAtBroker = 0;
  #arrivesAtClient = 0;
  #isBroken = false;
  #isOpenAtBroker = true;
  #isOpenAtClient = true;
  /** Commands that a blocked broker doesn't read. */
  #unread: (() => void)[] = [];
  #publishes = false;

  constructor(broker: BrokerSide, process: SimulatedProcess) {
    super();
    this.broker = broker;
    this.process = process;
  }

  #latency(): number {
    return this.broker.time.random.next() * LATENCY_MS_MAX;
  }

  toBroker(run: () => void, isPublishing = false): void {
    const { time } = this.broker;
    this.#publishes ||= isPublishing;
    this.#arrivesAtBroker = Math.max(this.#arrivesAtBroker, time.now() + this.#latency());
    time.plan(this.#arrivesAtBroker - time.now(), undefined, () => {
      if (this.#isBroken || !this.#isOpenAtBroker) return;
      if (this.#publishes && this.broker.isBlocked()) this.#unread.push(run);
      else run();
    });
  }

  toClient(run: () => void): void {
    const { time } = this.broker;
    this.#arrivesAtClient = Math.max(this.#arrivesAtClient, time.now() + this.#latency());
    time.plan(this.#arrivesAtClient - time.now(), this.process, () => {
      if (!this.#isBroken && this.#isOpenAtClient) run();
    });
  }

  /** The broker reads again. */
  unblock(): void {
    for (const run of this.#unread.splice(0)) if (this.#isOpenAtBroker) run();
    this.toClient(() => this.emit("unblocked"));
  }

  block(): void {
    if (this.#publishes) this.toClient(() => this.emit("blocked", "low on disk"));
  }

  async createChannel(): Promise<SimulatedChannel> {
    if (!this.#isOpenAtClient) throw new Error("Connection closed");
    const channel = new SimulatedChannel(this);
    this.#channels.push(channel);
    await channel.request(() => undefined);
    return channel;
  }

  readonly createConfirmChannel = (): Promise<SimulatedChannel> => this.createChannel();

  /** Nothing passes any more; each end finds out after a while. */
  cut(brokerNoticesAfterMs: number, clientNoticesAfterMs: number): void {
    const { time } = this.broker;
    this.#isBroken = true;
    time.plan(brokerNoticesAfterMs, undefined, () => this.#closeAtBroker());
    time.plan(clientNoticesAfterMs, this.process, () => this.#closeAtClient(new Error("read ECONNRESET")));
  }

  isOpen(): boolean {
    return this.#isOpenAtBroker && !this.#isBroken;
  }

  #closeAtBroker(): void {
    if (!this.#isOpenAtBroker) return;
    this.#isOpenAtBroker = false;
    for (const channel of this.#channels) channel.giveBackAll();
  }

  #closeAtClient(error: Error | undefined): void {
    if (!this.#isOpenAtClient) return;
    this.#isOpenAtClient = false;
    if (error) this.emit("error", error);
    for (const channel of this.#channels) channel.closed(error ?? new Error("Connection closed"));
    this.emit("close", error);
  }

  close(): Promise<void> {
    if (!this.#isOpenAtClient) return Promise.reject(new Error("Connection closed"));
    return new Promise((resolve) => {
      this.toBroker(() => {
        this.#closeAtBroker();
        this.toClient(() => {
          this.#closeAtClient(undefined);
          resolve();
        });
      });
    });
  }
}
