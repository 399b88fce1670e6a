import { setTimeout as wait } from "node:timers/promises";
import type { Channel, ChannelModel } from "amqplib";
import { backOffMs } from "../../kernel/back-off.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { type Connect, connectTo } from "./connect-broker.ts";

export type Link = Awaited<ReturnType<typeof openLink>>;

/** Thrown by a setup: the broker answers, and this process must not use it. */
export class BrokerRefused extends Error {}

export interface LinkOptions {
  readonly url: string;
  /** Set in tests. */
  readonly connect?: Connect | undefined;
  /** Shown in the broker's list of connections, and in the log. */
  readonly name: string;
  readonly logger: Logger;
  /**
   * Creates channels and consumers. If it throws, or calls `fail` later, the link closes the connection and sets up a
   * new one.
   */
  readonly setup: (connection: ChannelModel, fail: (reason: string) => void) => Promise<void>;
  /** Called for every connection that ends, also after a failed setup. */
  readonly lost: () => void;
  /** True where the start must not wait for the first attempt. */
  readonly isAway?: boolean | undefined;
}

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const CLOSE_MS_MAX = 2 * SECOND_MS;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 10 * SECOND_MS;

interface State {
  /** The newest connection, set before its setup. */
  connection: ChannelModel | undefined;
  up: boolean;
  /** The end of its setup, by `performance.now`. */
  upSince: number;
  closing: boolean;
  /** Failed attempts since it was up. */
  failures: number;
  /** The last logged problem. */
  problem: string | undefined;
  refusal: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * A connection to the broker that is opened again when it breaks. Resolves after the first attempt, successful or not,
 * and at once with `isAway`: check `connected`.
 */
export async function openLink(options: LinkOptions) {
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
    /** True from the end of `setup` until the connection breaks. */
    connected: (): boolean => state.up,
    /** Why the last reached broker isn't used, if it isn't. */
    refusal: (): string | undefined => state.refusal,
    /** The age of the connection; 0 without one. */
    connectedForMs: (): number => (state.up ? performance.now() - state.upSince : 0),
    async close(): Promise<void> {
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

/** Handles the end of a connection; false if it was handled before. */
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
  // It may be closed already, or never answer; the broker notices either way.
  connection.close().catch(() => undefined);
}

/** Logs the first problem and each new one, and schedules the next attempt. */
function away(options: LinkOptions, state: State, problem: string, isRefusal = false): void {
  const { logger, name } = options;
  if (problem !== state.problem) {
    if (isRefusal) logger.error(`The broker is not used (${name})`, { problem });
    else logger.warn(`The broker is away (${name})`, { problem });
  }
  state.problem = problem;
  state.refusal = isRefusal ? problem : undefined;
  if (state.closing) return;
  // With jitter, so that many processes do not reconnect at once.
  const pause = backOffMs(state.failures, PAUSE_MS_MIN, PAUSE_MS_MAX);
  state.failures += 1;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => void attempt(options, state), pause);
}

/** Ends the connection with the channel, so that there is one way to recover. */
export function guard(channel: Channel, fail: (reason: string) => void): void {
  let problem = "a channel ended";
  // Without a listener a channel's error ends the whole process.
  channel.on("error", (error) => {
    problem = error.message;
  });
  // The end of its connection reports its reason in the same tick, and comes first.
  channel.on("close", () => setImmediate(() => fail(problem)));
}
