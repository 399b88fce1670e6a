import { setTimeout as rest } from "node:timers/promises";
import { Flags } from "@oclif/core";
import type { Incident, Tocsin } from "@tocsin/sdk";
import { createBoardStore } from "../board/board-store.ts";
import { loadFirstPage } from "../board/incident-loader.ts";
import { matchMember } from "../board/match-member.ts";
import { sections } from "../board/sections.ts";
import { readOnlyFetch as onlyReading } from "../change/dry-run.ts";
import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import { exitCodes } from "../failure/failure.ts";
import { oneOf } from "../flags/common-flags.ts";
import { incidentListing } from "../format/incident.ts";
import { refusalAdvice, refusalText } from "../format/ingestion-refusal.ts";
import { listIncidents } from "../query/incident-query.ts";
import { readClaims } from "../session/claims.ts";
import { renewedToken } from "../session/renewed-token.ts";
import { programs } from "../text/program-names.ts";

/** After this time the board is drawn without incidents. */
const FIRST_PAGE_MS = 400;
const PRINTED = 50;

export default defineCommand({
  summary: "Watch and handle active incidents live. Starts when no command is given.",
  description: `The sections are yours, unacknowledged, critical, pending approvals, and all; ? lists the keys. Before you approve an action, the board shows its target and the verdict of the policy.

Without a terminal, as in a pipe, it prints the open incidents like "incidents --status OPEN".`,
  examples: ["tocsin", "tocsin board --section critical", "tocsin board --readonly"],
  flags: {
    section: oneOf(sections, { description: "Section to show first.", default: "unacknowledged" }),
    readonly: Flags.boolean({ description: "Allow no changes.", env: "TOCSIN_READONLY" }),
    me: Flags.string({
      description: "The team member that you are, if your login doesn't say it.",
      helpValue: "<name|email|id>",
      env: "TOCSIN_ME",
    }),
    "screen-reader": Flags.boolean({
      description: "Print sentences for a screen reader instead of drawing a screen.",
      env: "TOCSIN_SCREEN_READER",
    }),
  },
  async run({ flags }) {
    const session = await this.session(flags);
    const client = await session.client({
      token: () => renewedToken(session, () => this.session(flags)),
      // No request of a read-only board can change something.
      ...(flags.readonly && { fetch: onlyReading }),
    });
    if (!canDraw(this)) return print(this, client);
    const isScreenReader = flags["screen-reader"] || process.env["INK_SCREEN_READER"] === "true";
    // Read the first page while Ink loads.
    const reading = loadFirstPage({ client });
    reading.catch(() => {});
    // The development build of React is slow.
    process.env["NODE_ENV"] ??= "production";
    const { renderBoard } = await import("../render.tsx");
    const claims = readClaims(session.profile.token);
    const board = createBoardStore({
      client,
      first: await Promise.race([reading, rest(FIRST_PAGE_MS, [], { ref: false })]),
      memberOf: matchMember(flags.me === undefined ? claims.names : [flags.me]),
      size: { columns: process.stdout.columns, rows: process.stdout.rows },
      address: `${claims.organization ?? ""} ${session.profile.coreUrl ?? "http://127.0.0.1:7070"}`.trim(),
      author: claims.subject ?? "unknown",
      sub: claims.sub,
      readOnly: flags.readonly,
      section: flags.section,
    });
    const drawing = renderBoard({ board, paint: this.paint, isScreenReader });
    // Failures are printed after the terminal is restored.
    const failure = Promise.withResolvers<never>();
    process.once("uncaughtException", failure.reject);
    try {
      // The view ends by itself only after a failure.
      const interrupted = await Promise.race([board.left, drawing.left.then(() => false), failure.promise]);
      if (interrupted) process.exitCode = exitCodes.interrupted;
    } finally {
      process.removeListener("uncaughtException", failure.reject);
      board.close();
      drawing.close();
    }
    return undefined;
  },
});

/** A dumb terminal can't move its cursor, and nobody watches a CI job. */
function canDraw(command: BaseCommand): boolean {
  const { TERM, CI } = process.env;
  const isWatched = CI === undefined || CI === "" || CI === "0" || CI === "false";
  return command.isTerminal && process.stdin.isTTY && TERM !== "dumb" && isWatched;
}

async function print(command: BaseCommand, client: Tocsin): Promise<readonly Incident[]> {
  const { items, total, hasMore } = await listIncidents(client, { statuses: ["OPEN"], filter: {} }, PRINTED);
  await command.showList(incidentListing(items), {}, "No incident is open.");
  const refusals = await client.events.refusals().catch(() => []);
  for (const refusal of refusals) command.note(`Warning: ${refusalText(refusal)} ${refusalAdvice(refusal)}`);
  if (hasMore)
    command.note(
      `${items.length}${total === undefined ? "" : ` of ${total}`}. For all: ${programs.cli} incidents --status OPEN --all`,
    );
  if (command.isTerminal) command.note(`\nAll commands: ${programs.cli} help`);
  return items;
}
