import { setTimeout as wait } from "node:timers/promises";
import type { Channel, ChannelModel } from "amqplib";
import { backOffMs } from "../../kernel/back-off.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { type Connect, connectTo } from "./connect-broker.ts";

/** A connection to the broker that comes back by itself, for as long as it is wanted. */
export interface Link {
  /** True from the end of `setup` until the connection breaks. */
  connected(): boolean;
  /** Why the broker that was reached last isn't used; undefined where it is, or where none was reached. */
  refusal(): string | undefined;
  /** How long the connection has lasted; 0 without one. */
  connectedForMs(): number;
  close(): Promise<void>;
}

/** Thrown by a setup: the broker answers, and this process must not use it. */
export class BrokerRefused extends Error {}

export interface LinkOptions {
  readonly url: string;
  /** amqplib's where left out; for tests. */
  readonly connect?: Connect | undefined;
  /** Shown in the broker's list of connections, and in the log. */
  readonly name: string;
  readonly logger: Logger;
  /**
   * Creates channels and consumers. If it throws, or calls `fail` later, the link closes the connection and sets up a
   * new one.
   */
  readonly setup: (connection: ChannelModel, fail: (reason: string) => void) => Promise<void>;
  /** Told of every connection that ends, also of one whose setup failed. */
  readonly lost: () => void;
  /** True where the start must not wait for the first try. */
  readonly isAway?: boolean | undefined;
}

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const CLOSE_MS_MAX = 2 * SECOND_MS;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 10 * SECOND_MS;

interface State {
  /** The newest connection, from before its setup on. */
  connection: ChannelModel | undefined;
  up: boolean;
  /** When it was set up last, by `performance.now`. */
  upSince: number;
  closing: boolean;
  /** Tries since it was up last. */
  failures: number;
  /** Said in the log already. */
  problem: string | undefined;
  refusal: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Resolves after the first try, whether or not it succeeded, and at once where the broker is away: who needs the broker
 * asks `connected`.
 */
export async function openLink(options: LinkOptions): Promise<Link> {
  const state: State = {
    connection: undefined,
    up: false,
    upSince: 0,
    closing: false,
    failures: 0,
    problem: undefined,
    refusal: undefined,
    timer: undefined,
  };
  const first = attempt(options, state);
  if (!options.isAway) await first;
  return {
    connected: () => state.up,
    refusal: () => state.refusal,
    connectedForMs: () => (state.up ? performance.now() - state.upSince : 0),
    async close() {
      state.closing = true;
      clearTimeout(state.timer);
      const { connection } = state;
      if (!connection) return;
      ended(options, state, connection, "closed");
      await Promise.race([connection.close().catch(() => undefined), wait(CLOSE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

async function attempt(options: LinkOptions, state: State): Promise<void> {
  let opened: ChannelModel | undefined;
  try {
    opened = await open(options, state);
    if (state.closing) return breakOff(opened);
    const connection = opened;
    state.connection = connection;
    await options.setup(connection, (reason) => {
      if (ended(options, state, connection, reason)) breakOff(connection);
    });
    if (state.connection !== connection) return;
    state.up = true;
    state.upSince = performance.now();
    state.failures = 0;
    if (state.problem !== undefined) options.logger.info(`The broker is back (${options.name})`);
    state.problem = undefined;
    state.refusal = undefined;
  } catch (error) {
    const { message, name } = coerceError(error);
    if (!opened) return away(options, state, message || name);
    ended(options, state, opened, message || name, error instanceof BrokerRefused);
    breakOff(opened);
  }
}

async function open(options: LinkOptions, state: State): Promise<ChannelModel> {
  const settings = {
    timeout: CONNECT_TIMEOUT_MS,
    noDelay: true,
    clientProperties: { connection_name: `tocsin ${options.name}` },
  };
  const opened = await connectTo(options.url, settings, options.connect);
  let problem = "the connection ended";
  opened.on("error", (error) => {
    problem = error.message;
  });
  opened.on("handler-error", (error) => {
    options.logger.error("A handler of the broker's connection failed", { name: options.name, error });
  });
  opened.on("close", () => ended(options, state, opened, problem));
  return opened;
}

/** Takes leave of a connection, once; false where that has happened before. */
function ended(
  options: LinkOptions,
  state: State,
  connection: ChannelModel,
  problem: string,
  isRefusal = false,
): boolean {
  if (state.connection !== connection) return false;
  state.connection = undefined;
  state.up = false;
  options.lost();
  if (!state.closing) away(options, state, problem, isRefusal);
  return true;
}

function breakOff(connection: ChannelModel): void {
  // It may be closed already, or never answer; the broker finds out either way.
  connection.close().catch(() => undefined);
}

/** One line when the broker goes, and one for every new reason that keeps it away; then another try. */
function away(options: LinkOptions, state: State, problem: string, isRefusal = false): void {
  const { logger, name } = options;
  if (problem !== state.problem) {
    if (isRefusal) logger.error(`The broker is not used (${name})`, { problem });
    else logger.warn(`The broker is away (${name})`, { problem });
  }
  state.problem = problem;
  state.refusal = isRefusal ? problem : undefined;
  if (state.closing) return;
  // A fleet whose broker restarts must not come back in step.
  const pause = backOffMs(state.failures, PAUSE_MS_MIN, PAUSE_MS_MAX);
  state.failures += 1;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => void attempt(options, state), pause);
}

/** A channel whose end means that of its connection: there is one way back, not two. */
export function guard(channel: Channel, fail: (reason: string) => void): void {
  let problem = "a channel ended";
  // Without a listener a channel's error ends the whole process.
  channel.on("error", (error) => {
    problem = error.message;
  });
  // Where its connection ended, that says so in the same turn, and why.
  channel.on("close", () => setImmediate(() => fail(problem)));
}
