import { expect } from "chai";
import { createWorld, error, minutes, START, traffic } from "./support.ts";

/** The minute after the hour in which the service is learned. */
export const after = START + minutes(60);

/** A world in which an hour of a service's traffic and errors is known. */
export const known = () => {
  const world = createWorld();
  expect(world.live(traffic(START, 60, 60, 2))).to.deep.equal([]);
  return world;
};

/** An error of a kind that the service never had. */
export const strange = (at: number, id: number) =>
  error(at, { message: `Could not decode voucher ${id}: unexpected end of input` });
