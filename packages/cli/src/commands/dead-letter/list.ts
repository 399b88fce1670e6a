import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { deadLetterListing } from "../../format/event.ts";

export default class DeadLetterList extends BaseCommand {
  static override summary = "List dead letters, the newest first.";
  static override examples = [
    "<%= config.bin %> dead-letter list",
    "<%= config.bin %> dead-letter list --all -o csv > dead-letters.csv",
  ];
  static override flags = {
    ...pageFlags("dead letters"),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(DeadLetterList);
    const { events } = await this.client(flags);
    const letters = await readPages((limit) => events.allDeadLetters({ limit }), flags);
    await this.showList(deadLetterListing(letters), flags, "There are no dead letters.");
    return letters;
  }
}
