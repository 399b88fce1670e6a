import { Flags } from "@oclif/core";
import type { NotificationChannelUpdate } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { channelItem } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { channelDetails } from "../../format/channel.ts";
import {
  changedSettings,
  changesAddress,
  filterFlags,
  readSecret,
  settingFlags,
} from "../../input/channel-settings.ts";

export default defineCommand({
  summary: "Change a channel: its destination, filters, name, secret, and whether it is on.",
  description:
    "Other settings stay unchanged; a repeatable flag replaces the whole list. --on also retries a channel that was suspended after failures. With --secret the command asks for the new secret, or reads it from the first line of stdin. The secret is the key of a webhook, the address of a Slack webhook, or the token of GitHub or Jira. A new address of GitHub or Jira needs the token again.",
  examples: [
    'tocsin channel update "on-call chat" --min-severity medium --events incident_created,escalated',
    "tocsin channel update ops --url https://ops.example.com/v2 --all-services",
    "tocsin channel update tickets --label incident --label sev1",
    "tocsin channel update tickets --base-url https://jira.example.com --secret < token",
    "tocsin channel update ops --off",
  ],
  flags: {
    name: Flags.string({ description: "New name." }),
    ...settingFlags,
    ...filterFlags,
    "all-events": Flags.boolean({ description: "Remove the filter on events.", exclusive: ["events"] }),
    "all-severities": Flags.boolean({ description: "Remove the filter on severity.", exclusive: ["min-severity"] }),
    "all-services": Flags.boolean({ description: "Remove the filter on services.", exclusive: ["service"] }),
    on: Flags.boolean({ description: "Turn the channel on.", exclusive: ["off"] }),
    off: Flags.boolean({ description: "Turn the channel off; events meanwhile are not sent later." }),
    secret: Flags.boolean({ description: "Replace the secret." }),
    ...changeFlags,
  },
  item: channelItem,
  async request({ client, item: before, flags }) {
    const { id, kind } = before;
    const settings = changedSettings(before, flags);
    if (changesAddress(flags) && !flags.secret) throw usageError("A new address needs the token again: add --secret.");
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
    if (Object.keys(change).length === 0) throw usageError("Name a change, such as --min-severity high.");
    const channel = await client.notifications.updateChannel(id, change);
    this.log(channelDetails(channel, this.layout));
    this.suggestNext(`channel test ${channel.id.slice(0, 8)}`);
    return channel;
  },
});
