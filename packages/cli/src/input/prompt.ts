import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { usageError } from "../flags/common-flags.ts";

/** Asks on the terminal; the question goes to stderr, because stdout is for data. */
export async function ask(question: string, fallback: string): Promise<string> {
  return (await read(`${question} [${fallback}]: `, process.stderr)).trim() || fallback;
}

/** Asks for a secret without echo. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const answer = await read("", new Writable({ write: (_chunk, _encoding, done) => done() }));
  process.stderr.write("\n");
  return answer.trim();
}

export async function pipedLines(): Promise<string[]> {
  return (await text(process.stdin)).split("\n").map((line) => line.trim());
}

async function read(question: string, output: NodeJS.WritableStream): Promise<string> {
  if (process.env["TOCSIN_NO_INPUT"])
    throw usageError(
      "This command asks for input, and --no-input (TOCSIN_NO_INPUT) forbids it. Use a flag instead: see --help.",
    );
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // In this mode the terminal doesn't turn Ctrl-C into a signal.
  terminal.on("SIGINT", () => process.exit(130));
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
