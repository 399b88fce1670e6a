import { expect } from "chai";
import { HOUR_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { core, drained, ingest, stored, type TestDaemon } from "../support/daemon.ts";

type Daemon = Pick<TestDaemon, "core" | "ingest">;

export interface TaughtIncident {
  readonly id: string;
  readonly title: string;
  readonly deduplicationKey: string;
  readonly status: string;
  readonly severity: string;
}

/** Telemetry of one service by minutes after `start`, with a pattern in place of noise. */
export function sender(start: number, service = "checkout-api") {
  const at = (minute: number): string => toIso(start + minute * MINUTE_MS);
  return {
    latency: (from: number, lasting: number, value: number) =>
      Array.from({ length: lasting }, (_, index) => ({
        service,
        name: "http_request_duration_p99",
        unit: "ms",
        value: value + (index % 3),
        timestamp: at(from + index),
      })),
    logs: (from: number, lasting: number, of: (nth: number) => { level: string; message: string }, perMinute = 6) =>
      Array.from({ length: lasting * perMinute }, (_, index) => ({
        service,
        ...of(index),
        timestamp: at(from + index / perMinute),
      })),
  };
}

export const hoursAgo = (hours: number): number => Date.now() - hours * HOUR_MS;

const LOGS_AT_ONCE = 500;

/** Sends in order, and waits until all is processed. */
export async function send(
  daemon: Daemon,
  path: "/events/logs" | "/events/metrics",
  events: readonly object[],
): Promise<void> {
  // The last one goes alone: its id tells when all of its service are processed, as services have queues of their own.
  const atOnce = path === "/events/logs" ? LOGS_AT_ONCE : 1;
  const batches = events.slice(0, -1);
  for (let from = 0; from < batches.length; from += atOnce) {
    const batch = batches.slice(from, from + atOnce);
    const answer =
      atOnce > 1 ? await ingest(daemon, `${path}/batch`, batch) : await ingest(daemon, path, batch[0] as object);
    expect(answer.status, answer.text).to.equal(202);
  }
  const last = await ingest(daemon, path, events.at(-1) as object);
  expect(last.status, last.text).to.equal(202);
  await stored(daemon, last.json<{ id: string }>().id);
  await drained(daemon);
}

export const incidents = async (daemon: Daemon): Promise<TaughtIncident[]> =>
  (await core(daemon, "/incidents")).json<TaughtIncident[]>();

export async function judge(daemon: TestDaemon, id: string, verdict: "noise" | "useful"): Promise<void> {
  const answer = await core(daemon, `/incidents/${id}/feedback`, { body: { verdict } });
  expect(answer.status, answer.text).to.be.oneOf([200, 201]);
}

export async function close(daemon: TestDaemon, id: string): Promise<void> {
  const answer = await core(daemon, `/incidents/${id}/status`, { method: "PATCH", body: { status: "CLOSED" } });
  expect(answer.status, answer.text).to.equal(200);
}

/** The repetitions that the timeline counts. */
export async function repetitions(daemon: TestDaemon, id: string): Promise<string[]> {
  const answer = await core(daemon, `/incidents/${id}/events`);
  return answer
    .json<{ type: string; detail: string }[]>()
    .filter(({ type }) => type === "duplicate_observed")
    .map(({ detail }) => detail);
}
