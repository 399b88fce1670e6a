import { Args, Flags } from "@oclif/core";
import type { NotificationChannelUpdate } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findChannel } from "../../find/channel.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { channelDetails } from "../../format/channel.ts";
import {
  changedSettings,
  changesAddress,
  filterFlags,
  readSecret,
  settingFlags,
} from "../../input/channel-settings.ts";
import { programs } from "../../text/program-names.ts";

export default class ChannelUpdate extends BaseCommand {
  static override summary = "Change a channel: where it leads, what it sends, its name, its secret, on or off.";
  static override description =
    "What isn't named stays; a flag that may be given several times replaces the whole list. --on also tries a channel " +
    "at once that failed too often. With --secret the new one is asked for, or read from the first line of stdin: the " +
    "key of a webhook, the address of a Slack webhook, the token of GitHub or Jira, which has to be given again where " +
    "it would go to another address.";
  static override examples = [
    '<%= config.bin %> channel update "on-call chat" --min-severity medium --events incident_created,escalated',
    "<%= config.bin %> channel update ops --url https://ops.example.com/v2 --all-services",
    "<%= config.bin %> channel update tickets --label incident --label sev1",
    "<%= config.bin %> channel update tickets --base-url https://jira.example.com --secret < token",
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
    ...settingFlags,
    ...filterFlags,
    "all-events": Flags.boolean({ description: "Send every event again.", exclusive: ["events"] }),
    "all-severities": Flags.boolean({
      description: "Send about incidents of every severity again.",
      exclusive: ["min-severity"],
    }),
    "all-services": Flags.boolean({ description: "Send about every service again.", exclusive: ["service"] }),
    on: Flags.boolean({ description: "Send again.", exclusive: ["off"] }),
    off: Flags.boolean({ description: "Send nothing; what happens meanwhile isn't sent later." }),
    secret: Flags.boolean({ description: "Give it another secret." }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(ChannelUpdate);
    const client = await this.client(flags);
    const before = await findChannel(client, args.channel);
    const { id, kind } = before;
    const settings = changedSettings(before, flags);
    if (changesAddress(flags) && !flags.secret)
      throw usageError("The token would go to another address, so it has to be given again: add --secret.");
    const secret = flags.secret ? await readSecret(kind, true) : undefined;
    const change: NotificationChannelUpdate = {
      ...(flags.name !== undefined && { name: flags.name }),
      ...(settings && { settings }),
      ...(flags["all-events"] ? { events: [] } : flags.events && { events: flags.events }),
      ...(flags["all-services"] ? { services: [] } : flags.service && { services: flags.service }),
      ...(flags["all-severities"]
        ? { minSeverity: null }
        : flags["min-severity"] && { minSeverity: flags["min-severity"] }),
      ...((flags.on || flags.off) && { enabled: flags.on === true }),
      ...(secret !== undefined && (kind === "slack" ? { settings: { url: secret } } : { secret })),
    };
    if (Object.keys(change).length === 0) throw usageError("Say what to change, such as --min-severity high.");
    const channel = await client.notifications.updateChannel(id, change);
    this.log(channelDetails(channel, this.layout));
    this.suggestNext(`${programs.cli} channel test ${channel.id.slice(0, 8)}`);
    return channel;
  }
}
