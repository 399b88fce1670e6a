import { expect } from "chai";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createRandom } from "../support/random.ts";
import { createWorld, deployment, error, log, minutes, only, repeat, START } from "./support.ts";

const HEARTBEAT = "heartbeat of the scheduler";
const STOPS = 200;

/** Requests at random times, and a heartbeat every so many minutes until it stops. */
function telemetry(every: number, lasting: number, at: (minute: number) => Telemetry[] = () => []): Telemetry[] {
  const random = createRandom(5);
  return repeat(lasting, (minute) => [
    ...repeat(Math.floor(random.next() * 8), () =>
      log(START + minutes(minute) + Math.floor(random.next() * 59_000), { message: "request answered" }),
    ),
    ...(minute % every === 0 && minute < STOPS
      ? [log(START + minutes(minute) + 7000 + Math.floor(random.next() * 800), { message: HEARTBEAT })]
      : []),
    ...at(minute),
  ])
    .flat()
    .sort((one, other) => one.timestamp - other.timestamp);
}

const found = (sent: readonly Telemetry[]) => createWorld(only("log-pattern-missing")).live(sent, 5000);

describe("a heartbeat on the first day", () => {
  for (const [every, within] of [
    [1, 4],
    [5, 8],
  ] as const) {
    it(`of every ${every} minutes is missed within ${within} minutes`, () => {
      const [first] = found(telemetry(every, STOPS + 20));
      expect(first?.title).to.equal(`Missing in checkout-api: ${HEARTBEAT}`);
      expect(((first?.observedAt ?? 0) - START) / 60_000 - STOPS).to.be.within(1, within);
    });
  }

  it("isn't missed while the whole service pauses, nor once it returns", () => {
    const sent = telemetry(1, STOPS).filter(({ timestamp }) => {
      const minute = (timestamp - START) / 60_000;
      return minute < 100 || minute > 104;
    });
    expect(found(sent)).to.deep.equal([]);
  });

  it("isn't missed after a deployment, nor where errors come in its place", () => {
    const release = (minute: number) => (minute === STOPS - 1 ? [deployment(START + minutes(minute))] : []);
    expect(found(telemetry(1, STOPS + 20, release))).to.deep.equal([]);
    const failing = (minute: number) => (minute >= STOPS ? [error(START + minutes(minute) + 7000)] : []);
    expect(found(telemetry(1, STOPS + 20, failing))).to.deep.equal([]);
  });

  it("is missed again when it stops for a second time", () => {
    const returns = (minute: number) =>
      minute >= STOPS + 20 && minute < STOPS + 60 ? [log(START + minutes(minute) + 7000, { message: HEARTBEAT })] : [];
    const times = found(telemetry(1, STOPS + 80, returns)).map(({ at }) => Math.round((at - START) / 60_000));
    expect(times.some((minute) => minute < STOPS + 5)).to.equal(true);
    expect(times.some((minute) => minute > STOPS + 58)).to.equal(true);
  });
});
