import type { MakeFresh } from "./engines.ts";
import { qualityWorld } from "./quality-world.ts";

/** The stores and helpers of the tests about how right a rule is. */
export function detectionQualityWorld(fresh: MakeFresh) {
  const { world, commit, open, say, move, setTo, listed } = qualityWorld(fresh);

  return {
    world,
    open,
    move,
    say,
    setTo,
    commit,
    listed,
  };
}
