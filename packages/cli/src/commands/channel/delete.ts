import { Args } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findChannel } from "../../find-channel.ts";
import { cleanLine } from "../../format/clean.ts";

export default class ChannelDelete extends BaseCommand {
  static override summary = "Delete a channel and what waits for it.";
  static override examples = ["<%= config.bin %> channel delete ops"];
  static override args = {
    channel: Args.string({
      description: "Name of the channel, its id, or the first 6 characters of it.",
      required: true,
    }),
  };

  async run() {
    const { args, flags } = await this.parse(ChannelDelete);
    const client = await (await this.session(flags)).client();
    const { id, name, health } = await findChannel(client, args.channel);
    const answer = await client.notifications.deleteChannel(id);
    this.log(
      `${cleanLine(name)} is deleted${health.waiting > 0 ? `, with ${health.waiting} that waited for it` : ""}.`,
    );
    return answer;
  }
}
