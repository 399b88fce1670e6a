import { BaseCommand } from "../../command/base-command.ts";
import { findChannel } from "../../find/channel.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class ChannelDelete extends BaseCommand {
  static override summary = "Delete channels and their waiting messages.";
  static override description = "Give names or ids, or - to read them from stdin. The command asks before it deletes.";
  static override usage = "channel delete CHANNEL…";
  static override examples = ["<%= config.bin %> channel delete ops"];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(ChannelDelete);
    if (argv.length === 0) throw usageError("Give at least one name or id of a channel.");
    const client = await this.client(flags);
    return this.forEachId(
      argv.map(String),
      async (given) => {
        const { id, name, health } = await findChannel(client, given);
        await confirm(`Delete the channel ${name} and ${health.waiting} waiting messages?`, flags);
        const answer = await client.notifications.deleteChannel(id);
        const lost = health.waiting > 0 ? `, with ${health.waiting} waiting messages` : "";
        this.log(`${cleanLine(name)} is deleted${lost}.`);
        return { id, ...answer };
      },
      "name",
    );
  }
}
