import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { Failure } from "../../failure/failure.ts";
import { findChannel } from "../../find/channel.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class ChannelTest extends BaseCommand {
  static override summary = "Send a test message through a channel.";
  static override examples = ["<%= config.bin %> channel test ops"];
  static override args = {
    channel: Args.string({
      description: "Name of the channel, or its id (the first 6 characters are enough).",
      required: true,
    }),
  };
  static override flags = changeFlags;

  async run() {
    const { args, flags } = await this.parse(ChannelTest);
    const client = await this.client(flags);
    const { id, name } = await findChannel(client, args.channel);
    const result = await client.notifications.testChannel(id);
    if (!result.delivered)
      throw new Failure(`${cleanLine(name)} didn't accept the message: ${cleanLine(result.reason ?? "no reason")}`);
    this.log(`${cleanLine(name)} accepted the message.`);
    return result;
  }
}
