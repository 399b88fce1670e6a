import { expect } from "chai";
import {
  type Event,
  eachFamily,
  type Fault,
  HOUR,
  LEVELS,
  MINUTE,
  MONDAY,
  minutesOf,
  templatesOf,
  worldOf,
} from "./world-samples.ts";

describe("The telemetry of a generated world", () => {
  it("yields valid events in order of timestamp within each minute", () => {
    eachFamily((family) => {
      const world = worldOf(family, 5, 14);
      const names = world.services.map(({ name }: { name: string }) => name);
      const from = MONDAY + 10 * HOUR;
      const ids = new Set<string>();
      for (const [index, events] of minutesOf(world, from, 6).entries()) {
        let last = 0;
        for (const event of events) {
          ids.add(event.id);
          expect(event.timestamp).to.be.at.least(last);
          last = event.timestamp;
          expect(event.timestamp).to.be.within(from + index * MINUTE - 4000, from + (index + 1) * MINUTE + 4000);
          if (!names.includes(event.service)) expect.fail(`unknown service ${event.service}`);
          if (event.kind === "log") {
            if (!LEVELS.includes(event.level)) expect.fail(`unknown level ${event.level}`);
            expect(event.message).to.not.match(/NaN|NOUN|VERB|PEER|\[object|\{\w+\}/);
          }
          if (event.kind === "metric")
            expect(Number.isFinite(event.value), `${event.name} ${event.value}`).to.equal(true);
        }
        expect(events.length).to.be.greaterThan(50);
      }
      expect(ids.size).to.be.greaterThan(1000);
    });
  }).timeout(60_000);

  it("names the true template of each log only when asked to", () => {
    const world = worldOf("choose", 4, 8, { withTruth: true });
    const ids = new Set(templatesOf(world).map(({ id }: { id: string }) => id));
    const logs = minutesOf(world, MONDAY, 3)
      .flat()
      .filter(({ kind }) => kind === "log");
    expect(logs.every(({ truth }) => truth !== undefined && ids.has(truth))).to.equal(true);
    const without = minutesOf(worldOf("choose", 4, 8), MONDAY, 3).flat();
    expect(without.some(({ truth }) => truth !== undefined)).to.equal(false);
  });

  it("writes access lines as info whatever their status", () => {
    const world = worldOf("develop", 1, 8);
    const access: Event[] = minutesOf(world, MONDAY + 12 * HOUR, 20)
      .flat()
      .filter(({ message }) => message?.includes('HTTP/1.1" 50'));
    expect(access.every(({ level }) => level === "info")).to.equal(true);
  });

  it("sends nothing of a silent service, and few requests where traffic is lost", () => {
    const world = worldOf("develop", 1, 12);
    const service = world.services[0].name;
    const faultOf = (kind: string, parameters: object) => ({
      kind,
      parameters,
      target: service,
      at: MONDAY + 12 * HOUR,
      until: MONDAY + 13 * HOUR,
    });
    const eventsWith = (faults: object[]) =>
      minutesOf(world, MONDAY + 12 * HOUR, 5, faults as Fault[])
        .flat()
        .filter((event) => event.service === service);
    const usual = eventsWith([]).filter(({ kind }) => kind === "log").length;
    const lost = eventsWith([faultOf("traffic-lost", { left: 0.05 })]).filter(({ kind }) => kind === "log").length;
    expect(eventsWith([faultOf("silent-service", {})])).to.deep.equal([]);
    expect(lost).to.be.lessThan(usual / 2);
  });
});
