import { BaseCommand } from "../../base-command.ts";
import { channelList } from "../../format/channel.ts";
import { names } from "../../names.ts";

export default class ChannelList extends BaseCommand {
  static override summary = "List notification channels and how they fare.";
  static override examples = ["<%= config.bin %> channel list"];

  async run() {
    const { flags } = await this.parse(ChannelList);
    const client = await (await this.session(flags)).client();
    const channels = await client.notifications.channels();
    if (this.jsonEnabled()) return channels;
    if (channels.length > 0) this.log(channelList(channels, this.isTerminal ? this.width : undefined, this.paint));
    else if (this.isTerminal) this.note(`There is no channel yet. To make one: ${names.cli} channel create --help`);
    return channels;
  }
}
