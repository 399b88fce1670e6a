import { randomUUID } from "node:crypto";
import http from "node:http";

/** What senders were answered. */
export interface Load {
  /** Messages of events that were answered 202; each event has one of its own. */
  readonly acknowledged: Set<string>;
  /** Answers other than 202, by status; broken connections count as 0. */
  readonly refused: Map<number, number>;
  /** Aims the senders at a new address; undefined: they wait. */
  target(address: string | undefined): void;
  stop(): Promise<void>;
}

const PAUSE_MS = 5;
const pause = (ms = PAUSE_MS): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const running = new Set<Load>();
if (typeof after === "function") {
  // A test that failed in the middle left its senders at work, and mocha would wait for them.
  after(async () => {
    for (const load of running) await load.stop();
  });
}

export interface LoadOptions {
  /** Services that events come from, in turn. */
  readonly services?: readonly string[];
  /** Pause of each sender between two requests, in milliseconds. */
  readonly pauseMs?: number;
}

/** Senders that each send one request after the other: singles and batches in turn, every event with a message of its own. */
export function startLoad(senders: number, { services = ["load"], pauseMs = 0 }: LoadOptions = {}): Load {
  const agent = new http.Agent({ keepAlive: true, maxSockets: senders });
  const acknowledged = new Set<string>();
  const refused = new Map<number, number>();
  let target: string | undefined;
  let stopped = false;

  const post = (url: string, body: string): Promise<number> =>
    new Promise((resolve) => {
      const request = http.request(url, { method: "POST", agent, headers: { "content-type": "application/json" } });
      request
        .on("error", () => resolve(0))
        .on("close", () => resolve(0))
        .on("response", (response) => {
          // Read to its end: only a whole answer is one.
          response
            .on("error", () => resolve(0))
            .on("end", () => resolve(response.statusCode ?? 0))
            .resume();
        });
      request.end(body);
    });

  const send = async (): Promise<void> => {
    for (let round = 0; !stopped; round++) {
      if (target === undefined) {
        await pause();
        continue;
      }
      const count = round % 2 === 0 ? 1 : 20;
      const messages = Array.from({ length: count }, () => randomUUID().replaceAll("-", ""));
      const events = messages.map((message, index) => {
        return { service: services[(round + index) % services.length], level: "info", message };
      });
      const status = await post(
        `${target}/events/logs${count === 1 ? "" : "/batch"}`,
        JSON.stringify(count === 1 ? events[0] : events),
      );
      if (status === 202) for (const message of messages) acknowledged.add(message);
      if (pauseMs > 0) await pause(pauseMs);
      if (status !== 202) {
        refused.set(status, (refused.get(status) ?? 0) + 1);
        await pause();
      }
    }
  };
  const sending = Promise.all(Array.from({ length: senders }, send));
  const load: Load = {
    acknowledged,
    refused,
    target(address) {
      target = address;
    },
    async stop() {
      stopped = true;
      running.delete(load);
      await sending;
      agent.destroy();
    },
  };
  running.add(load);
  return load;
}
