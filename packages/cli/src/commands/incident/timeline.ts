import { Flags } from "@oclif/core";
import type { TimelineEvent, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident, incidentItem } from "../../find/items.ts";
import { listFlags, rangeFlags } from "../../flags/common-flags.ts";
import { timelineEntry, timelineListing } from "../../format/timeline.ts";
import { followTimeline } from "../../wait/follow-timeline.ts";

export default class IncidentTimeline extends BaseCommand {
  static override summary = "Show the timeline of an incident, the oldest entry first.";
  static override description =
    "A terminal shows full entries; in a pipe and with -o each entry is one row. --follow continues with " +
    "new entries until Ctrl-C; in a pipe and with --json each of them is one line of JSON.";
  static override examples = [
    "tocsin incident timeline 019353e1",
    "tocsin incident timeline 019353e1 --since 30m",
    "tocsin incident timeline 019353e1 --follow --json | jq -r .title",
  ];
  static override args = incidentItem.args;
  static override flags = {
    follow: Flags.boolean({
      char: "f",
      description: "Continue with new entries until Ctrl-C.",
      exclusive: ["until", "output"],
    }),
    ...rangeFlags,
    ...listFlags,
  };

  async run(): Promise<TimelineEvent[] | undefined> {
    const { args, flags } = await this.parse(IncidentTimeline);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const [from, to] = [flags.since, flags.until].map((at) => (at === undefined ? undefined : Date.parse(at)));
    const passes = ({ createdAt }: TimelineEvent) =>
      (from === undefined || Date.parse(createdAt) >= from) && (to === undefined || Date.parse(createdAt) < to);
    if (flags.follow) return this.follow(client, id, passes);
    const entries = (await client.incidents.timelineEvents(id)).filter(passes);
    if (this.isTerminal && flags.output === undefined && entries.length > 0)
      this.log(entries.map((entry) => this.entryText(entry)).join("\n"));
    else await this.showList(timelineListing(entries), flags, "There are no entries in that time.");
    return entries;
  }

  private async follow(client: Tocsin, id: string, passes: (entry: TimelineEvent) => boolean): Promise<undefined> {
    for await (const entry of followTimeline(client, id, (text) => this.note(text))) {
      if (!passes(entry)) continue;
      if (this.isTerminal) this.log(this.entryText(entry));
      else this.writeJsonLine(entry);
    }
  }

  private readonly entryText = (entry: TimelineEvent): string => timelineEntry(entry, [], this.layout);
}
