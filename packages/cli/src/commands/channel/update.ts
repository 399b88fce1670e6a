import { Args, Flags } from "@oclif/core";
import type { NotificationChannelUpdate } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { filterFlags, readSecret } from "../../channel-flags.ts";
import { findChannel } from "../../find-channel.ts";
import { usageError } from "../../flags.ts";
import { channelDetails } from "../../format/channel.ts";

export default class ChannelUpdate extends BaseCommand {
  static override summary = "Change a channel: what it sends, its name, its secret, on or off.";
  static override description =
    "--on also tries a channel at once that failed too often. With --secret the new one is asked for, or read from " +
    "the first line of stdin. Where a channel leads can't be changed here: create another one.";
  static override examples = [
    '<%= config.bin %> channel update "on-call chat" --min-severity medium',
    "<%= config.bin %> channel update tickets --secret < token",
    "<%= config.bin %> channel update ops --off",
  ];
  static override args = {
    channel: Args.string({
      description: "Name of the channel, its id, or the first 6 characters of it.",
      required: true,
    }),
  };
  static override flags = {
    name: Flags.string({ description: "Its new name." }),
    ...filterFlags,
    on: Flags.boolean({ description: "Send again.", exclusive: ["off"] }),
    off: Flags.boolean({ description: "Send nothing; what happens meanwhile isn't sent later." }),
    secret: Flags.boolean({ description: "Give it another secret." }),
  };

  async run() {
    const { args, flags } = await this.parse(ChannelUpdate);
    const client = await (await this.session(flags)).client();
    const { id, kind } = await findChannel(client, args.channel);
    const secret = flags.secret ? await readSecret(kind, true) : undefined;
    const change: NotificationChannelUpdate = {
      ...(flags.name !== undefined && { name: flags.name }),
      ...(flags.events && { events: flags.events }),
      ...(flags.service && { services: flags.service }),
      ...(flags["min-severity"] && { minSeverity: flags["min-severity"] }),
      ...((flags.on || flags.off) && { enabled: flags.on === true }),
      ...(secret !== undefined && (kind === "slack" ? { settings: { url: secret } } : { secret })),
    };
    if (Object.keys(change).length === 0) throw usageError("Say what to change, such as --min-severity high.");
    const channel = await client.notifications.updateChannel(id, change);
    this.log(channelDetails(channel, { width: this.width, paint: this.paint, now: Date.now() }));
    return channel;
  }
}
