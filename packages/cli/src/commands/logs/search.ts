import { Flags } from "@oclif/core";
import type { EventFilter, EventKind, StoredEvent, Tocsin } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { listFlags, oneOf, time } from "../../flags/common-flags.ts";
import { EVENT_TEXT_MAX, eventLine, eventListing, logLevels } from "../../format/event.ts";
import { collect } from "../../query/pages.ts";

const kinds: readonly EventKind[] = ["log", "metric", "deployment"];
const largestPage = 1_000;

export default defineCommand({
  summary: "Search logs, metrics and deployments.",
  description:
    "A terminal shows the newest event last, like a log file. In a pipe and with --json each event is one line of JSON, the newest first. With -o the events are a list with ids, the newest first.",
  usage: "logs search [WORDS…]",
  examples: [
    "tocsin logs search connection refused --service checkout --since 1h",
    "tocsin logs search --level error --since 2h --until 1h --limit 500",
    "tocsin logs search --kind deployment --since 'yesterday 9am' --json | jq -r .version",
    "tocsin logs search --service checkout --pattern 5f0c2a91 --since 1d",
    "tocsin logs search --level fatal --since 1d -o csv > fatal.csv",
  ],
  flags: {
    service: Flags.string({ description: "Only events of this service." }),
    level: oneOf(logLevels, { description: "Only logs of this level." }),
    pattern: Flags.string({
      description: "Only logs of the template with this id; with --service also of its duplicates.",
    }),
    kind: oneOf(kinds, { description: "Only events of this kind." }),
    since: time({ description: "Only from this time on.", aliases: ["from"] }),
    until: time({ description: "Only before this time.", aliases: ["to"] }),
    limit: Flags.integer({ description: "Maximum number of events to print.", default: 100, min: 1 }),
    ...listFlags,
  },
  strict: false,
  async request({ client, argv, flags }) {
    const { service, level, kind, pattern, since, until } = flags;
    const filter: EventFilter = {
      q: argv.join(" ") || undefined,
      service,
      level,
      kind,
      patternId: pattern,
      from: since,
      to: until,
    };
    const found = newest(client, filter, flags.limit);
    if (this.jsonEnabled() || (!this.isTerminal && flags.output === undefined)) {
      for await (const event of found) this.writeJsonLine(event);
      return undefined;
    }
    const events = await collect(found);
    if (flags.output !== undefined) await this.showList(eventListing(events), flags, "No events were found.");
    else if (events.length === 0) this.note("No events were found.");
    else
      for (const event of events.reverse())
        this.log(eventLine(event, this.paint, this.isTerminal ? EVENT_TEXT_MAX : undefined));
    return undefined;
  },
});

/** Reads the newest matching events, in pages no larger than needed. */
async function* newest(
  client: Tocsin,
  filter: EventFilter,
  limit: number,
): AsyncGenerator<StoredEvent, void, undefined> {
  let count = 0;
  for await (const event of client.events.searchAll({ ...filter, limit: Math.min(limit, largestPage) })) {
    yield event;
    count += 1;
    if (count >= limit) return;
  }
}
