import { Flags } from "@oclif/core";
import type { EventFilter, EventKind, LogLevel, StoredEvent, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { collect } from "../../collect.ts";
import { oneOf, time, usageError } from "../../flags.ts";
import { eventLine } from "../../format/event.ts";

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error", "fatal"];
const kinds: readonly EventKind[] = ["log", "metric", "deployment"];
const largestPage = 1_000;

export default class LogsSearch extends BaseCommand {
  static override summary = "Search logs, metrics and deployments.";
  static override description =
    "On a terminal the newest line is the last, as in a log file. In a pipe and with --json the newest comes first, as the search gives it, each event as one line of JSON.";
  static override usage = "logs search [WORDS…]";
  static override examples = [
    "<%= config.bin %> logs search connection refused --service checkout --from 1h",
    "<%= config.bin %> logs search --level error --from 2h --to 1h --limit 500",
    "<%= config.bin %> logs search --kind deployment --from 1d --json | jq -r .version",
  ];
  static override strict = false;
  static override flags = {
    service: Flags.string({ description: "Only events of this service." }),
    level: oneOf(levels, { description: "Only logs of this level." }),
    kind: oneOf(kinds, { description: "Only events of this kind." }),
    from: time({ description: "Only events since then: a time, or how long ago." }),
    to: time({ description: "Only events until then." }),
    limit: Flags.integer({ description: "Most events to give.", default: 100, min: 1 }),
  };

  async run() {
    const { argv, flags } = await this.parse(LogsSearch);
    if (flags.from !== undefined && flags.to !== undefined && flags.from > flags.to)
      throw usageError(
        `--from (${flags.from}) is later than --to (${flags.to}): nothing can be between. ` +
          "The earlier one comes first, for example: --from 2h --to 1h",
      );
    const client = await (await this.session(flags)).client();
    const words = argv.map(String).join(" ");
    const filter: EventFilter = {
      q: words || undefined,
      service: flags.service,
      level: flags.level,
      kind: flags.kind,
      from: flags.from,
      to: flags.to,
    };
    if (!this.isTerminal) {
      for await (const event of newest(client, filter, flags.limit)) this.writeLine(event);
      return undefined;
    }
    const found = await collect(newest(client, filter, flags.limit));
    if (found.length === 0) this.note("Nothing was found.");
    for (const event of found.reverse()) this.log(eventLine(event, this.paint));
    return undefined;
  }
}

/** The newest events that pass a filter, no page larger than needed. */
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
