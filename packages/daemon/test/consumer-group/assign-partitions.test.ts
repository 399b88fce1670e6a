import { expect } from "chai";
import fc from "fast-check";
import { type AssignablePartition, assignPartitions } from "../../src/consumer-group/assign-partitions.ts";

const members = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { minLength: 1, maxLength: 8 });
const partitions = fc
  .array(
    fc.record({
      target: fc.option(fc.constantFrom(..."abcdefgh"), { nil: null }),
      load: fc.double({ min: 0, max: 50_000, noNaN: true }),
    }),
    { minLength: 1, maxLength: 32 },
  )
  .map((all): AssignablePartition[] => all.map((each, partition) => ({ ...each, partition })));

const sharesOf = (targets: ReadonlyMap<number, string>, names: readonly string[]): number[] =>
  names.map((name) => [...targets.values()].filter((target) => target === name).length);
const after = (given: readonly AssignablePartition[], targets: ReadonlyMap<number, string>): AssignablePartition[] =>
  given.map((each) => ({ ...each, target: targets.get(each.partition) ?? null }));
const busiest = (given: readonly AssignablePartition[], names: readonly string[]): number =>
  Math.max(
    ...names.map((name) => given.filter(({ target }) => target === name).reduce((sum, { load }) => sum + load, 0)),
  );

describe("The assignment of partitions", () => {
  it("gives every partition to a member, and every member the same number give or take one", () => {
    fc.assert(
      fc.property(members, partitions, fc.boolean(), (names, given, balanceLoad) => {
        const targets = assignPartitions(names, given, balanceLoad);
        expect([...targets.keys()].sort((one, other) => one - other)).to.deep.equal(
          given.map(({ partition }) => partition),
        );
        const shares = sharesOf(targets, names);
        expect(Math.max(...shares) - Math.min(...shares)).to.be.at.most(1);
      }),
    );
  });

  it("moves no partition where nothing has changed", () => {
    fc.assert(
      fc.property(members, partitions, (names, given) => {
        const settled = after(given, assignPartitions(names, given, false));
        expect(after(settled, assignPartitions(names, settled, false))).to.deep.equal(settled);
      }),
    );
  });

  it("moves only the partitions of a member that has left", () => {
    fc.assert(
      fc.property(members, partitions, (names, given) => {
        fc.pre(names.length > 1);
        const settled = after(given, assignPartitions(names, given, false));
        const [left, ...others] = names;
        const targets = assignPartitions(others, settled, false);
        for (const { partition, target } of settled)
          if (target !== left) expect(targets.get(partition)).to.equal(target);
      }),
    );
  });

  it("never raises the busiest member's load by swapping hot partitions", () => {
    fc.assert(
      fc.property(members, partitions, (names, given) => {
        const settled = after(given, assignPartitions(names, given, false));
        const swapped = after(settled, assignPartitions(names, settled, true));
        expect(busiest(swapped, names)).to.be.at.most(busiest(settled, names) + 1e-6);
      }),
    );
  });

  it("parts two hot partitions of one member", () => {
    const given = [9_000, 8_000, 10, 10].map((load, partition) => ({
      partition,
      load,
      target: partition < 2 ? "a" : "b",
    }));
    const targets = assignPartitions(["a", "b"], given, true);
    expect(targets.get(0)).to.not.equal(targets.get(1));
  });
});
