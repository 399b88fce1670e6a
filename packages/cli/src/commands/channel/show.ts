import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findChannel } from "../../find/channel.ts";
import { channelDetails } from "../../format/channel.ts";

export default class ChannelShow extends BaseCommand {
  static override summary = "Show one channel: its destination, filters and health.";
  static override examples = ['<%= config.bin %> channel show "on-call chat"'];
  static override args = {
    channel: Args.string({
      description: "Name of the channel, or its id (the first 6 characters are enough).",
      required: true,
    }),
  };

  async run() {
    const { args, flags } = await this.parse(ChannelShow);
    const client = await this.client(flags);
    const channel = await findChannel(client, args.channel);
    this.log(channelDetails(channel, this.layout));
    return channel;
  }
}
