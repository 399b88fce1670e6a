import { Flags } from "@oclif/core";
import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import { explain } from "../failure/explain.ts";
import { exitCodes } from "../failure/failure.ts";
import { changeFlags, oneOf, usageError } from "../flags/common-flags.ts";
import { logLevels } from "../format/event.ts";
import { createOutageFetch } from "../ingest/outage-fetch.ts";
import { type LogSink, sendLines } from "../ingest/send-lines.ts";
import { createTally, notSent, reasonsJson, reasonsText, type Tally } from "../ingest/tally.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";

const progressEveryMs = 100;

export default defineCommand({
  summary: "Send lines from stdin as log events.",
  description: `A line with a JSON object is sent with all its fields; its service comes from the object or from --service. Field names of common loggers (msg, time, ts, numeric levels) are recognized. Any other line is sent as a message.

Times are ISO 8601, with a T or a space, or seconds or milliseconds since 1970. Times without a zone are UTC.

Lines are sent in batches of 500, or after a second. Accepted lines are durable. Invalid lines are counted and stored as dead letters. The exit code is 1 if a line was not accepted. While Tocsin restarts, the command waits and says so.`,
  examples: [
    "tail -F app.log | tocsin ingest --service checkout",
    "kubectl logs -f deploy/checkout | tocsin ingest --service checkout --level error",
    "tocsin ingest < events.ndjson",
  ],
  flags: {
    service: Flags.string({ description: "Service of lines without one." }),
    level: oneOf(logLevels, { description: "Level of lines without one.", default: "info" }),
    organization: Flags.string({
      description: "Organization of the lines; by default that of your key, otherwise that of your token.",
      env: "TOCSIN_ORGANIZATION",
    }),
    ...changeFlags,
  },
  async run({ flags }) {
    if (process.stdin.isTTY)
      throw usageError(
        `Pipe log lines into the command, for example: tail -F app.log | ${programs.cli} ingest --service checkout`,
      );
    const client = flags["dry-run"] ? showing(this) : await sending(this, flags);
    const tally = createTally();
    const wasInterrupted = endOnInterrupt(this, tally, flags["dry-run"]);
    let failure: unknown;
    try {
      await sendLines({
        client,
        input: untilStopped(process.stdin),
        service: flags.service,
        level: flags.level,
        organizationId: flags.organization,
        tally,
        onProgress: progress(tally),
      });
    } catch (error) {
      failure = error;
    }
    report(this, tally, flags["dry-run"]);
    if (failure !== undefined && !this.jsonEnabled()) throw failure;
    const { exitCode, json } = failure === undefined ? {} : explain(failure);
    if (tally.rejected > 0 || notSent(tally) > 0) process.exitCode = exitCodes.failure;
    if (exitCode !== undefined) process.exitCode = exitCode;
    if (wasInterrupted()) process.exitCode = exitCodes.interrupted;
    return {
      ...(flags["dry-run"] && { dryRun: true }),
      accepted: tally.accepted,
      rejected: tally.rejected,
      notSent: notSent(tally),
      details: reasonsJson(tally),
      ...(json && { error: json }),
    };
  },
});

async function sending(command: BaseCommand, flags: { readonly profile?: string | undefined }): Promise<LogSink> {
  const session = await command.session(flags);
  return session.client({ needsToken: false, fetch: createOutageFetch((text) => aside(command, text)) });
}

/** Prints every event instead of sending it. */
function showing(command: BaseCommand): LogSink {
  return {
    ingest: {
      logs: async (events) => {
        if (!command.jsonEnabled()) for (const event of events) command.writeJsonLine(event);
        return { accepted: events.length };
      },
    },
  };
}

/** The first Ctrl-C ends the input and sends the lines that were read; the second one quits. */
function endOnInterrupt(command: BaseCommand, tally: Tally, dryRun: boolean): () => boolean {
  let interrupted = false;
  process.removeAllListeners("SIGINT").on("SIGINT", () => {
    if (interrupted) {
      report(command, tally, dryRun);
      process.exit(exitCodes.interrupted);
    }
    interrupted = true;
    process.stdin.destroy();
    aside(command, "Sending the lines that were read. Press Ctrl-C again to quit at once.");
  });
  return () => interrupted;
}

/** Reports the outcome of the lines, and from which line to continue. */
function report(command: BaseCommand, tally: Tally, dryRun: boolean): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  const unsent = notSent(tally);
  // In a dry run the events are the data.
  if (dryRun) command.note(`${tally.accepted} would be sent, ${tally.rejected} left out.`);
  else
    command.log(`${tally.accepted} accepted, ${tally.rejected} rejected${unsent > 0 ? `, ${unsent} not sent` : ""}.`);
  for (const reason of reasonsText(tally)) command.note(cleanLine(`  ${reason}`));
  if (unsent > 0 && tally.unansweredFrom !== undefined)
    command.note(`Nothing was sent from line ${tally.unansweredFrom} on. Send the input again from that line.`);
}

/** Clears the progress line for a message. */
function aside(command: BaseCommand, text: string): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  command.note(text);
}

/** Draws the progress at most ten times a second. */
function progress(tally: Tally): () => void {
  const begin = Date.now();
  let drawn = 0;
  return () => {
    const now = Date.now();
    if (!process.stderr.isTTY || now - drawn < progressEveryMs) return;
    drawn = now;
    const rate = Math.round(tally.accepted / Math.max(1, (now - begin) / 1000));
    process.stderr.write(`\r\u001b[K${tally.accepted} accepted, ${tally.rejected} rejected, ${rate} a second`);
  };
}

/** Ends the stream without an error when it is destroyed. */
async function* untilStopped(input: NodeJS.ReadStream): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* input;
  } catch (error) {
    if (!input.destroyed || (error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
