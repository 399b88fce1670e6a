import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { deadLetterListing } from "../../format/event.ts";
import { collect } from "../../query/collect.ts";

export default class DeadLetterList extends BaseCommand {
  static override summary = "List events that could not be taken in, the newest first.";
  static override examples = [
    "<%= config.bin %> dead-letter list",
    "<%= config.bin %> dead-letter list --all -o csv > dead-letters.csv",
  ];
  static override flags = {
    limit: Flags.integer({ description: "Most dead letters to list.", default: 50, min: 1, max: 500 }),
    all: Flags.boolean({ description: "List all of them.", exclusive: ["limit"] }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(DeadLetterList);
    const { events } = await this.client(flags);
    const letters = flags.all
      ? await collect(events.allDeadLetters({ limit: 500 }))
      : (await events.deadLetters({ limit: flags.limit })).items;
    await this.showList(deadLetterListing(letters), flags, "There is none: everything was taken in.");
    return letters;
  }
}
