import { expect } from "chai";

const script = (name: string) => import(new URL(`../eval/world/${name}.mjs`, import.meta.url).href);
const { createWorld, planFaults, trafficOf, templatesOf, FAMILIES, FAULT_KINDS, NAMINGS, STYLES } =
  await script("world");

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MONDAY = Date.UTC(2026, 4, 4);
const LEVELS = ["debug", "info", "warn", "error", "fatal"];

interface Named {
  name: string;
  family: string;
}
interface Event {
  kind: string;
  id: string;
  service: string;
  timestamp: number;
  receivedAt: number;
  level: string;
  message: string;
  truth?: string;
  name: string;
  value: number;
  unit: string;
  version: string;
}
interface Fault {
  id: string;
  kind: string;
  root: string;
  at: number;
  until: number;
  shows: string[];
  isGross: boolean;
  hasEffect: boolean;
  describe: string;
}
interface Node {
  style: Named | null;
  naming: Named | null;
}

const minutesOf = (world: object, from: number, minutes: number, faults: Fault[] = []): Event[][] => [
  ...trafficOf(world, { from, until: from + minutes * MINUTE, faults }),
];
const worldOf = (family: string, seed: number, services = 8, more = {}) =>
  createWorld({ family, seed, services, from: MONDAY, ...more });
const namesOf = (list: Named[], family: string) => list.filter((one) => one.family === family).map(({ name }) => name);
const eachFamily = (check: (family: string) => void) => FAMILIES.forEach(check);

describe("The world generator", () => {
  it("gives the same telemetry for the same seed", () => {
    const telemetry = () => {
      const world = worldOf("develop", 3);
      const faults = planFaults(world, { from: MONDAY, until: MONDAY + 6 * HOUR, everyMinutes: 90, settleMinutes: 30 });
      return JSON.stringify([faults, minutesOf(world, MONDAY + HOUR, 3, faults)]);
    };
    expect(telemetry()).to.equal(telemetry());
  });

  it("gives other telemetry for another seed and for another family", () => {
    const textOf = (family: string, seed: number) => JSON.stringify(minutesOf(worldOf(family, seed), MONDAY, 1));
    expect(new Set([textOf("develop", 1), textOf("develop", 2), textOf("choose", 1)]).size).to.equal(3);
  });

  it("has families without a common style, naming or kind of fault", () => {
    for (const list of [STYLES, NAMINGS, FAULT_KINDS]) {
      const names = list.map(({ name }: Named) => name);
      expect(new Set(names).size).to.equal(names.length);
    }
    eachFamily((family) => {
      expect(namesOf(STYLES, family).length).to.be.at.least(4);
      expect(namesOf(NAMINGS, family).length).to.be.at.least(2);
      expect(namesOf(FAULT_KINDS, family).length).to.be.at.least(9);
    });
  });

  it("covers latency, errors, traffic, saturation, queues, silence and deployments in each family", () => {
    eachFamily((family) => {
      const covered = FAULT_KINDS.filter((kind: Named) => kind.family === family).map(
        ({ covers }: { covers: string }) => covers,
      );
      expect(covered).to.include.members([
        "latency",
        "errors",
        "traffic",
        "saturation",
        "queue",
        "silence",
        "deployments",
      ]);
    });
  });

  it("uses each style and naming of the family and none of another", () => {
    eachFamily((family) => {
      const nodes: Node[] = [1, 2].flatMap((seed) => worldOf(family, seed, 30).nodes);
      const used = (key: "style" | "naming") => new Set(nodes.flatMap((node) => node[key]?.name ?? []));
      expect([...used("style")]).to.have.members(namesOf(STYLES, family));
      expect([...used("naming")]).to.have.members(namesOf(NAMINGS, family));
    });
  });

  it("plans each kind of fault of the family", () => {
    eachFamily((family) => {
      const kinds = new Set<string>();
      for (let seed = 1; seed <= 8 && kinds.size < namesOf(FAULT_KINDS, family).length; seed++) {
        const span = { from: MONDAY, until: MONDAY + 24 * HOUR, everyMinutes: 60, settleMinutes: 60 };
        for (const { kind } of planFaults(worldOf(family, seed, 20), span) as Fault[]) kinds.add(kind);
      }
      expect([...kinds]).to.have.members(namesOf(FAULT_KINDS, family));
    });
  }).timeout(120_000);

  it("lists faults within the span, with the root first among the services that show it", () => {
    const world = worldOf("report", 2, 15);
    const span = { from: MONDAY, until: MONDAY + 24 * HOUR, everyMinutes: 90, settleMinutes: 60 };
    const faults: Fault[] = planFaults(world, span);
    const names = world.services.map(({ name }: { name: string }) => name);
    expect(faults.length).to.be.at.least(8);
    expect(faults.filter(({ hasEffect }) => !hasEffect).length).to.be.at.most(faults.length / 5);
    for (const fault of faults) {
      expect(fault.at).to.be.at.least(MONDAY + HOUR);
      expect(fault.until).to.be.within(fault.at + 5 * MINUTE, span.until);
      expect(names).to.include.members(fault.shows);
      expect(fault.shows[0]).to.equal(fault.root);
      expect(fault.describe).to.match(/\.$/);
      expect(fault.isGross && !fault.hasEffect).to.equal(false);
    }
  }).timeout(60_000);

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
