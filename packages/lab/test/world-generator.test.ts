import { expect } from "chai";
import {
  eachFamily,
  FAULT_KINDS,
  type Fault,
  HOUR,
  MINUTE,
  MONDAY,
  minutesOf,
  NAMINGS,
  type Named,
  type Node,
  namesOf,
  planFaults,
  STYLES,
  worldOf,
} from "./world-samples.ts";

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
});
