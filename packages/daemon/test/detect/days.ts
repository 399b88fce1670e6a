import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { LogEvent, LogLevel } from "../../src/model/telemetry.ts";
import { createChance, log } from "./support.ts";

type Chance = ReturnType<typeof createChance>;

/** A kind of message and when it comes: at the times from a minute on, in milliseconds behind it. */
interface Kind {
  readonly message: string;
  readonly level: LogLevel;
  readonly times: (chance: Chance, at: number, traffic: number) => readonly number[];
}

const within = (chance: Chance, number: number): number[] =>
  Array.from({ length: number }, () => Math.floor(chance.next() * MINUTE_MS));

/** With the traffic of the service, so many a minute on average, more scattered than chance alone. */
const byTraffic = (message: string, rate: number, level: LogLevel = "info"): Kind => ({
  message,
  level,
  times: (chance, _, traffic) =>
    within(chance, chance.poisson(rate * traffic * Math.exp(0.3 * chance.normal() - 0.045))),
});

const every = (message: string, pauseMs: number, offsetMs = 0): Kind => ({
  message,
  level: "info",
  times: (chance, at) => {
    const first = Math.ceil((at - offsetMs) / pauseMs) * pauseMs + offsetMs;
    const found: number[] = [];
    for (let next = first; next < at + MINUTE_MS; next += pauseMs)
      found.push(Math.min(MINUTE_MS - 1, next - at + Math.floor(chance.next() * SECOND_MS)));
    return found;
  },
});

/** A job of the night, with a line for each of its pieces. */
const nightly = (message: string, hour: number, pieces: number): Kind => ({
  message,
  level: "info",
  times: (chance, at) => {
    const minute = Math.floor((at % DAY_MS) / MINUTE_MS) - hour * 60;
    return minute >= 0 && minute < 20 ? within(chance, chance.poisson(pieces / 20)) : [];
  },
});

/** Now and then some at once, as when a partner is away for a moment. */
const clustered = (message: string, aDay: number, size: number): Kind => ({
  message,
  level: "warn",
  times: (chance) => (chance.next() < aDay / 1440 ? within(chance, chance.poisson(size)) : []),
});

export const HEARTBEAT = "heartbeat of worker sent";
export const RETRY = "retrying the call to the ledger after 40 ms";

const kindsOf = (index: number): Kind[] => [
  byTraffic("GET /orders/17 answered 200 in 12 ms", 6 + (index % 5) * 2),
  byTraffic("cache miss for product 4711", 2),
  byTraffic("payload of 512 bytes written", 1 + (index % 3)),
  byTraffic(RETRY, 0.2 + (index % 4) * 0.2, "warn"),
  byTraffic("card declined for customer 77", 0.15, "error"),
  every(HEARTBEAT, 30 * SECOND_MS, index * SECOND_MS),
  every("metrics flushed", 5 * MINUTE_MS, index * SECOND_MS),
  every("sessions swept", HOUR_MS, index * MINUTE_MS),
  nightly("exported record 9 of the ledger", index % 6, 300),
  clustered("partner answered late", 6, 8),
];

/** What is done to a service's logs besides: which minutes it says nothing in, what a message is from then on, and more of one. */
export interface Change {
  readonly service: string;
  readonly from: number;
  readonly to: number;
  readonly apply: (event: LogEvent) => readonly LogEvent[];
}

/** Days of so many services at peace: traffic that is five times as much by day as by night. Minute by minute. */
export function* days(
  seed: number,
  { services, from, to, changes = [] }: { services: number; from: number; to: number; changes?: readonly Change[] },
): Generator<LogEvent[]> {
  const chance = createChance(seed);
  const all = Array.from({ length: services }, (_, index) => ({ service: `service-${index}`, kinds: kindsOf(index) }));
  for (let at = from; at < to; at += MINUTE_MS) {
    const traffic = 0.4 + 0.8 * (1 - Math.cos((2 * Math.PI * ((at % DAY_MS) / HOUR_MS - 3)) / 24));
    const minute: LogEvent[] = [];
    for (const { service, kinds } of all) {
      const metadata = { env: "production" };
      const own = kinds.flatMap(({ message, level, times }) =>
        times(chance, at, traffic).map((after) => log(at + after, { service, level, message, metadata })),
      );
      const change = changes.find((each) => each.service === service && at >= each.from && at < each.to);
      minute.push(...(change === undefined ? own : own.flatMap(change.apply)));
    }
    yield minute.sort((left, right) => left.timestamp - right.timestamp);
  }
}
