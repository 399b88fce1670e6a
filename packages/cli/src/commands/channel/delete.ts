import { BaseCommand } from "../../command/base-command.ts";
import { findChannel } from "../../find/channel.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class ChannelDelete extends BaseCommand {
  static override summary = "Delete channels and what waits for them.";
  static override description = "Give one or more names or ids, or - for those on stdin. It asks first.";
  static override usage = "channel delete CHANNEL…";
  static override examples = ["<%= config.bin %> channel delete ops"];
  static override strict = false;
  static override flags = { ...confirmFlags, ...changeFlags };

  async run() {
    const { argv, flags } = await this.parse(ChannelDelete);
    if (argv.length === 0) throw usageError("Give one or more names or ids of channels.");
    const client = await this.client(flags);
    return this.forEachId(
      argv.map(String),
      async (given) => {
        const { id, name, health } = await findChannel(client, given);
        await confirm(`Delete the channel ${name}, and what waits for it (${health.waiting})?`, flags);
        const answer = await client.notifications.deleteChannel(id);
        const lost = health.waiting > 0 ? `, with ${health.waiting} that waited for it` : "";
        this.log(`${cleanLine(name)} is deleted${lost}.`);
        return { id, ...answer };
      },
      "name",
    );
  }
}
