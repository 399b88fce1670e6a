// Whoever stops a benchmark midway finds no process and no folder of it left.
import { constants } from "node:os";

const undoings = new Set();

process.once("exit", () => {
  // What was made last goes first: a process before the folder that it writes to.
  for (const undo of [...undoings].reverse()) undo();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

/** Undoes something at the end of this process, however it ends; gives what does it now instead. Must not wait. */
export function atExit(undo) {
  undoings.add(undo);
  return () => {
    if (undoings.delete(undo)) undo();
  };
}
