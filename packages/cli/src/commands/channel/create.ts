import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, parseWord } from "../../flags/common-flags.ts";
import { channelDetails, channelKinds } from "../../format/channel.ts";
import { filterFlags, readSecret, readSettings, settingFlags } from "../../input/channel-settings.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Create a notification channel.",
  description:
    "The command asks for secrets, or reads them from the first line of stdin. Secrets are the address of a Slack webhook, the token of GitHub or Jira and, with --secret, the signing key of a webhook. There is no flag for them, because other users of the machine could read it. A webhook without a key gets one, which is shown once.",
  examples: [
    "tocsin channel create webhook ops --url https://ops.example.com/tocsin",
    'tocsin channel create slack "on-call chat" --min-severity high < slack-webhook',
    "tocsin channel create email mail --to ada@example.com --events incident_created,approval_requested",
    "tocsin channel create github tickets --repository acme/shop --label incident < token",
    "tocsin channel create jira jira --base-url https://acme.atlassian.net --project OPS --account ada@example.com < token",
  ],
  usage: `channel create ${channelKinds.join("|")} NAME`,
  args: {
    kind: Args.string({ description: `Kind of the channel: ${channelKinds.join(", ")}.`, required: true }),
    name: Args.string({ description: "Name of the channel.", required: true }),
  },
  flags: {
    ...settingFlags,
    ...filterFlags,
    secret: Flags.boolean({ description: "webhook: ask for the key that messages are signed with." }),
    ...changeFlags,
  },
  async run({ args, flags }) {
    const kind = parseWord(args.kind, channelKinds);
    const { events, service: services } = flags;
    // Report missing settings before asking for a secret.
    readSettings(kind, flags, undefined);
    const secret = await readSecret(kind, flags.secret);
    const client = await this.client(flags);
    const channel = await client.notifications.createChannel({
      name: args.name,
      kind,
      settings: readSettings(kind, flags, secret),
      ...(events && { events }),
      ...(services && { services }),
      ...(flags["min-severity"] && { minSeverity: flags["min-severity"] }),
      ...(secret !== undefined && kind !== "slack" && { secret }),
    });
    this.log(channelDetails(channel, this.layout));
    if (channel.secret !== null)
      this.log(`\nKey that messages are signed with, shown only once:\n${cleanLine(channel.secret)}`);
    this.suggestNext(`channel test ${channel.id.slice(0, 8)}`);
    return channel;
  },
});
