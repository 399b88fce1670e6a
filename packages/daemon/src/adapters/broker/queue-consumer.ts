import { setTimeout as wait } from "node:timers/promises";
import type { Channel, ChannelModel } from "amqplib";
import { guard } from "./broker-link.ts";
import { close } from "./connect-broker.ts";
import { declareTopology, type Topology } from "./topology.ts";
import type { UnackedMessages } from "./unacked-messages.ts";

export interface QueueConsumerOptions {
  /** Consumed from the start on. */
  readonly queues: readonly string[];
  /** Messages of one queue that the broker hands over before the first of them is acknowledged. */
  readonly prefetched: number;
  /** How long a connection lasts before `queues` are consumed; at once where it is left out. */
  readonly stableMs?: number;
}

/** A broker that gives no answer for so long is away. */
const ANSWER_MS_MAX = 700;

export type QueueConsumer = ReturnType<typeof createQueueConsumer>;

interface Session {
  readonly connection: ChannelModel;
  readonly declaring: Channel;
  readonly fail: (reason: string) => void;
  isStable: boolean;
}

/** The channels by which a worker consumes queues, on the current connection between `start` and `stop`. */
export function createQueueConsumer(topology: Topology, options: QueueConsumerOptions, held: UnackedMessages) {
  const { queues, prefetched, stableMs = 0 } = options;
  const state: ConsumerState = {
    wantedQueues: new Set(queues),
    channels: new Map(),
    held,
    prefetched,
    session: undefined,
    isWanted: false,
  };
  return {
    async use(connection: ChannelModel, fail: (reason: string) => void): Promise<void> {
      const declaring = await connection.createChannel();
      guard(declaring, fail);
      await declareTopology(declaring, topology);
      const session: Session = { connection, declaring, fail, isStable: stableMs === 0 };
      state.session = session;
      if (session.isStable) return consumeAll(state, session);
      const becomeStable = (): void => {
        session.isStable = true;
        begin(state, session);
      };
      setTimeout(becomeStable, stableMs).unref();
    },
    drop(): void {
      state.session = undefined;
      state.channels.clear();
      // The broker gives all of it again, here or elsewhere.
      held.clear();
    },
    start(): void {
      state.isWanted = true;
      if (state.session) begin(state, state.session);
    },
    async stop(): Promise<void> {
      state.isWanted = false;
      held.clear();
      // Unacknowledged messages go to another worker at once.
      await Promise.all([...state.channels.keys()].map((queue) => closeChannel(state, queue)));
    },
    /** Consumes this queue too. */
    async add(queue: string): Promise<void> {
      state.wantedQueues.add(queue);
      const { session, isWanted } = state;
      // Without a connection, the next one consumes it.
      if (session && isWanted)
        await consume(state, session, queue).catch((error: Error) => session.fail(error.message));
    },
    /** Takes no more from this queue; held messages can still be acknowledged. */
    pause: (queue: string): void => void state.wantedQueues.delete(queue),
    /** Returns the unacknowledged messages of this queue. */
    async remove(queue: string): Promise<void> {
      state.wantedQueues.delete(queue);
      await closeChannel(state, queue);
    },
    /** Messages that the broker holds ready; undefined without an answer. */
    ready: async (queue: string): Promise<number | undefined> =>
      state.channels.has(queue) ? countReady(state, queue) : undefined,
    answers: async (): Promise<boolean> => (await countReady(state, topology.deadQueue)) !== undefined,
  };
}

interface ConsumerState {
  readonly wantedQueues: Set<string>;
  /**
   * A channel for each queue. Closing it returns all unacknowledged messages, in order, before the next consumer
   * becomes active. A cancelled consumer would yield at once, and the next one would get later messages first.
   */
  readonly channels: Map<string, Promise<Channel>>;
  readonly held: UnackedMessages;
  readonly prefetched: number;
  session: Session | undefined;
  isWanted: boolean;
}

/** Messages that the broker holds ready; undefined where it gives no answer in time. */
async function countReady({ session }: ConsumerState, queue: string): Promise<number | undefined> {
  const answer = session?.declaring.checkQueue(queue).then(
    ({ messageCount }) => messageCount,
    () => undefined,
  );
  return Promise.race([answer, wait(ANSWER_MS_MAX, undefined, { ref: false })]);
}

function begin(state: ConsumerState, session: Session): void {
  consumeAll(state, session).catch((error: Error) => session.fail(error.message));
}

async function consumeAll(state: ConsumerState, session: Session): Promise<void> {
  if (!state.isWanted || !session.isStable) return;
  for (const queue of [...state.wantedQueues]) await consume(state, session, queue);
}

async function consume(state: ConsumerState, session: Session, queue: string): Promise<void> {
  const { channels, wantedQueues, held, prefetched } = state;
  const { connection, fail } = session;
  // While the queues before this one were begun, the connection may have ended, or the partition have been given up.
  if (!wantedQueues.has(queue) || channels.has(queue) || state.session !== session) return;
  const opening = connection.createChannel();
  const isCurrent = (): boolean => channels.get(queue) === opening;
  channels.set(queue, opening);
  try {
    const channel = await opening;
    guard(channel, (reason) => {
      if (isCurrent()) fail(reason);
    });
    await channel.prefetch(prefetched);
    await channel.consume(
      queue,
      (message) => {
        // The broker cancelled the consumer: mostly, somebody deleted the queue.
        if (message === null) fail(`the queue ${queue} is missing; it is declared again`);
        // A message that arrives after the partition was given up goes back with its channel.
        else if (isCurrent() && wantedQueues.has(queue)) held.add(channel, queue, message);
      },
      { consumerTag: queue },
    );
  } catch (error) {
    // Closed meanwhile: the partition was given up.
    if (!isCurrent()) return;
    channels.delete(queue);
    throw error;
  }
}

async function closeChannel({ channels }: ConsumerState, queue: string): Promise<void> {
  const opening = channels.get(queue);
  channels.delete(queue);
  try {
    const channel = await opening;
    if (channel) await close(channel);
  } catch {
    // It is closed already, with its connection.
  }
}
