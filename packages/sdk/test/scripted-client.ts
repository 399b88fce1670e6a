import { expect } from "chai";
import { Tocsin, TocsinError, type TocsinOptions } from "../src/index.ts";
import { type Act, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

export interface ScriptedClient {
  server: ScriptedServer;
  client: Tocsin;
  /** Milliseconds between two tries, which are over at once. */
  delays: number[];
  /** Opens a server that plays the acts, and a client of it. */
  play(...acts: Act[]): Promise<void>;
  playWith(options: TocsinOptions, ...acts: Act[]): Promise<void>;
}

/** A client of a server that plays acts; each test of the suite begins its own by `play`. */
export function scriptedClient(): ScriptedClient {
  const scripted = {
    delays: [] as number[],
    play: (...acts: Act[]) => scripted.playWith({}, ...acts),
    playWith: async (options: TocsinOptions, ...acts: Act[]) => {
      scripted.server = await scriptedServer(...acts);
      const { url } = scripted.server;
      scripted.delays = [];
      const wait = async (ms: number) => void scripted.delays.push(ms);
      scripted.client = new Tocsin({ baseUrl: url, ingestUrl: url, wait, ...options });
    },
  } as ScriptedClient;
  afterEach(() => scripted.server?.close());
  return scripted;
}

/** The value that a promise rejects with. */
export const failureOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => expect.fail("did not fail"),
    (error: unknown) => error,
  );

export async function tocsinErrorOf(result: Promise<unknown>): Promise<TocsinError> {
  const error = await failureOf(result);
  expect(error).to.be.instanceOf(TocsinError);
  return error as TocsinError;
}

/** Fails a test of the suite that leaves a promise rejected without a handler. */
export function expectNoUnhandledRejections(): void {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  before(() => process.on("unhandledRejection", collect));
  after(() => process.off("unhandledRejection", collect));
  afterEach(async () => {
    await new Promise(setImmediate);
    expect(unhandled, "unhandled rejections").to.deep.equal([]);
  });
}
