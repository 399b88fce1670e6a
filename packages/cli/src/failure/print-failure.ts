import { cleanText } from "../text/clean-text.ts";
import { createPaint } from "../text/paint.ts";
import { explain } from "./explain.ts";

/** Prints a failure on stderr and sets the exit code. */
export async function printFailure(error: unknown): Promise<void> {
  const { message, hints, exitCode } = explain(error);
  const paint = createPaint(process.stderr);
  process.stderr.write(`${paint("red", "Error:")} ${[message, ...hints].map(cleanText).join("\n")}\n`);
  process.exitCode = exitCode;
}
