import { Flags } from "@oclif/core";
import type { TimelineEvent } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { listFlags, rangeFlags } from "../../flags/common-flags.ts";
import { timelineEntry, timelineListing } from "../../format/timeline.ts";
import { followTimeline } from "../../wait/follow-timeline.ts";

export default defineCommand({
  summary: "Show the timeline of an incident, the oldest entry first.",
  description:
    "A terminal shows full entries; in a pipe and with -o each entry is one row. --follow continues with new entries until Ctrl-C; in a pipe and with --json each of them is one line of JSON.",
  examples: [
    "tocsin incident timeline 019353e1",
    "tocsin incident timeline 019353e1 --since 30m",
    "tocsin incident timeline 019353e1 --follow --json | jq -r .title",
  ],
  flags: {
    follow: Flags.boolean({
      char: "f",
      description: "Continue with new entries until Ctrl-C.",
      exclusive: ["until", "output"],
    }),
    ...rangeFlags,
    ...listFlags,
  },
  item: incidentItem,
  async request({ client, item: { id }, flags }): Promise<TimelineEvent[] | undefined> {
    const [from, to] = [flags.since, flags.until].map((at) => (at === undefined ? undefined : Date.parse(at)));
    const passes = ({ createdAt }: TimelineEvent) =>
      (from === undefined || Date.parse(createdAt) >= from) && (to === undefined || Date.parse(createdAt) < to);
    const text = (entry: TimelineEvent) => timelineEntry(entry, [], this.layout);
    if (!flags.follow) {
      const entries = (await client.incidents.timelineEvents(id)).filter(passes);
      const page = () => entries.map(text).join("\n");
      await this.showList(timelineListing(entries), flags, "There are no entries in that time.", page);
      return entries;
    }
    for await (const entry of followTimeline(client, id, (message) => this.note(message))) {
      if (!passes(entry)) continue;
      if (this.isTerminal) this.log(text(entry));
      else this.writeJsonLine(entry);
    }
    return undefined;
  },
});
