import { expect } from "chai";
import type { ServiceInView } from "../../src/diagnose/gather/incident-picture.ts";
import { connected } from "../../src/diagnose/gather/services-in-view.ts";
import { pattern } from "../support/pictures.ts";

const service = (name: string, distance: number): ServiceInView => ({ name, distance, inCatalog: false });
const complaint = (of: string, about: string) => ({ ...pattern(of, `${about} answered 500`), names: [about] });

/** With their distances, where these complain of each other. */
const found = (
  inView: readonly ServiceInView[],
  others: readonly string[],
  complaints: readonly (readonly [of: string, about: string])[],
): string[] =>
  connected(
    inView,
    others.map((name) => service(name, 3)),
    { patterns: complaints.map(([of, about]) => complaint(of, about)), hops: [] },
  ).map(({ name, distance }) => `${name} ${distance}`);

describe("Services that trouble connects with an incident", () => {
  const inView = [service("checkout", 0), service("pay", 1), service("bank", 3)];

  it("stand among those in view, the nearest first", () => {
    const complaints = [["checkout", "orders"] as const, ["pay", "stock"] as const];
    expect(found(inView, ["stock", "orders", "printer"], complaints)).to.deep.equal([
      ...["checkout 0", "pay 1", "orders 1", "stock 2", "bank 3"],
    ]);
  });

  it("are a call further away than the nearest that they are connected with, whichever is looked at first", () => {
    const complaints = [["bank", "stock"] as const, ["checkout", "orders"] as const, ["orders", "stock"] as const];
    expect(found(inView, ["orders", "stock"], complaints)).to.deep.equal([
      ...["checkout 0", "pay 1", "orders 1", "stock 2", "bank 3"],
    ]);
  });
});
