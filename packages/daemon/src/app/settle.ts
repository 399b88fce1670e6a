import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** V8 drops the bytecode of a function that wasn't called for so many collections. Its own default is 6. */
const OLD_AFTER = "--bytecode-old-age=";

/**
 * Gives back the memory that starting took: compiling and reading the documents leaves more garbage than the process will
 * make in hours of quiet, and the runtime would keep its pages. Code that ran once goes too, and is compiled anew if it
 * is called again.
 */
export function settle(): void {
  setFlagsFromString("--expose-gc");
  setFlagsFromString(`${OLD_AFTER}1`);
  const collect = runInNewContext("gc") as (options?: object) => void;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
  setFlagsFromString(`${OLD_AFTER}6`);
  setFlagsFromString("--no-expose-gc");
}
