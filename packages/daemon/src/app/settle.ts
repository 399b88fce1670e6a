import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back the memory that starting took: compiling and reading the documents leaves more garbage than the
 * process will make in hours of quiet, and the runtime would keep its pages.
 */
export function settle(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options?: object) => void;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
  setFlagsFromString("--no-expose-gc");
}
