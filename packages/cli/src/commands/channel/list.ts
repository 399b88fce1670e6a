import { BaseCommand } from "../../command/base-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { channelListing } from "../../format/channel.ts";
import { programs } from "../../text/program-names.ts";

export default class ChannelList extends BaseCommand {
  static override summary = "List notification channels and their health.";
  static override examples = ["<%= config.bin %> channel list", "<%= config.bin %> channel list -o wide"];
  static override flags = listFlags;

  async run() {
    const { flags } = await this.parse(ChannelList);
    const channels = await (await this.client(flags)).notifications.channels();
    await this.showList(
      channelListing(channels),
      flags,
      `There are no channels. To create one: ${programs.cli} channel create --help`,
    );
    return channels;
  }
}
