import type { MakeFresh } from "./engines.ts";
import { qualityWorld } from "./quality-world.ts";

/** The stores and helpers of the tests about what incidents are worth. */
export function feedbackWorld(fresh: MakeFresh) {
  const { world, open, say, move, worth } = qualityWorld(fresh);

  return {
    open,
    say,
    world,
    worth,
    move,
  };
}
