import { expect } from "chai";
import { after, known } from "./service-with-known-errors.ts";
import { log, minutes, repeat, traffic } from "./support.ts";

const limited = (at: number, id: number) =>
  log(at, { level: "warn", message: `rate limit of client 10.0.0.${id % 200} exceeded, answered 429` });

describe("a new kind of warning", () => {
  it("is LOW where fifty come within an hour and are a part of the logs", () => {
    const world = known();
    const flood = repeat(60, (index) => limited(after + index * 5000, index));
    const found = world.live(
      [...traffic(after, 5, 60, 2), ...flood].sort((one, other) => one.timestamp - other.timestamp),
    );
    const outcomes = found.map(({ ruleId, reason, severity }) => `${ruleId} ${reason} ${severity}`);
    expect([...new Set(outcomes)]).to.deep.equal(["log-new-pattern warning_pattern_never_seen_before LOW"]);
    expect(found[0]?.title).to.match(/^New warning in checkout-api: rate limit of client <ip> exceeded/);
  });

  it("is nothing where few come, or few among many logs", () => {
    expect(known().live(repeat(40, (index) => limited(after + index * 5000, index)))).to.deep.equal([]);
    const among = [...traffic(after, 60, 1200, 2), ...repeat(60, (index) => limited(after + minutes(index), index))];
    expect(known().live(among.sort((one, other) => one.timestamp - other.timestamp))).to.deep.equal([]);
  });
});
