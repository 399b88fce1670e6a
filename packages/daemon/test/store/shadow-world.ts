import type { MakeFresh } from "./engines.ts";
import { qualityWorld } from "./quality-world.ts";

/** The stores and helpers of the tests about a rule. */
export function shadowWorld(fresh: MakeFresh) {
  const { world, commit, all, open, say, move, setTo, listed } = qualityWorld(fresh);

  return {
    commit,
    setTo,
    all,
    listed,
    world,
    open,
    move,
    say,
  };
}
