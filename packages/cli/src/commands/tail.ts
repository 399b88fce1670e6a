import { Flags } from "@oclif/core";
import type { ConnectionState, Tocsin } from "@tocsin/sdk";
import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import { exitCodes } from "../failure/failure.ts";
import { someOf } from "../flags/common-flags.ts";
import { severities } from "../format/incident.ts";
import { followFeed, followReachable } from "../tail/follow-feed.ts";
import { createFeed, type FeedFilter, messagePasses } from "../tail/incident-feed.ts";

export default defineCommand({
  summary: "Follow incidents as they change.",
  description: `A terminal shows the latest changes; q quits. In a pipe and with --json every change is one line of JSON: {"type":"incident","id":"42","incident":{…}}, or of the type "diagnosis" or "reset". To continue after a line, pass its id to --replay.

After a lost connection it reconnects and receives the changes that it missed. "reset" means that too many changes were missed to replay them.`,
  examples: [
    "tocsin tail",
    "tocsin tail --severity critical,high --service checkout",
    {
      description: "Print the titles of critical incidents after change 4711",
      command: "tocsin tail --severity critical --replay 4711 --json | jq -r .incident.title",
    },
  ],
  flags: {
    severity: someOf(severities)({ description: "Only incidents of these severities." }),
    service: Flags.string({ description: "Only incidents that affect one of these services.", helpValue: "<name,…>" }),
    replay: Flags.string({ description: "Start after this change instead of now.", helpValue: "<last event id>" }),
  },
  async run({ flags }) {
    const session = await this.session(flags);
    const client = await session.client();
    const filter: FeedFilter = { severities: flags.severity, services: flags.service?.split(",") };
    // A view needs a terminal that can move its cursor.
    if (this.isTerminal && process.env["TERM"] !== "dumb")
      await draw(this, client, filter, flags.replay, session.profile.coreUrl ?? "http://127.0.0.1:7070");
    else await print(this, client, filter, flags.replay);
    return undefined;
  },
});

async function print(
  command: BaseCommand,
  client: Tocsin,
  filter: FeedFilter,
  lastEventId: string | undefined,
): Promise<void> {
  const shown = new Set<string>();
  const messages = followReachable(client, { lastEventId, onConnectionChange: breaks(command) });
  for await (const message of messages) if (messagePasses(message, filter, shown)) command.writeJsonLine(message);
}

/** Reports each outage once, and whether changes were missed. */
function breaks(command: BaseCommand): (state: ConnectionState) => void {
  let broken = false;
  return (state) => {
    if (state.connected) {
      if (broken && !state.resumed)
        command.note("Connected again. Changes may be missing, because the first connection failed early.");
    } else if (!broken) {
      const why = state.error?.message ?? "The server ended the stream.";
      command.note(`${why} Reconnecting.`);
    }
    broken = !state.connected;
  };
}

async function draw(
  command: BaseCommand,
  client: Tocsin,
  filter: FeedFilter,
  lastEventId: string | undefined,
  address: string,
): Promise<void> {
  const feed = createFeed(filter);
  // An empty terminal looks hung while Ink loads.
  process.stderr.write("Connecting…");
  const { renderTail } = await import("../render.tsx");
  process.stderr.write("\r\u001b[K");
  const drawing = renderTail({ feed, address, paint: command.paint });
  const leave = new AbortController();
  const following = followFeed(feed, client, { signal: leave.signal, lastEventId });
  try {
    if ((await Promise.race([drawing.left, following])) === "interrupted") process.exitCode = exitCodes.interrupted;
  } finally {
    leave.abort();
    drawing.close();
    following.catch(() => {});
  }
}
