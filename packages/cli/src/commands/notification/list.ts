import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findChannel } from "../../find-channel.ts";
import { findIncident } from "../../find-incident.ts";
import { oneOf } from "../../flags.ts";
import { deliveryList, deliveryStatuses } from "../../format/channel.ts";

export default class NotificationList extends BaseCommand {
  static override summary = "List what was sent, waits, or was given up; the newest first.";
  static override examples = [
    "<%= config.bin %> notification list --status dead",
    '<%= config.bin %> notification list --channel "on-call chat" --incident 019353e1',
  ];
  static override flags = {
    status: oneOf(deliveryStatuses, { description: "Only deliveries in this state." }),
    channel: Flags.string({ description: "Only deliveries to this channel, by name or id." }),
    incident: Flags.string({ description: "Only deliveries about this incident, by id or its beginning." }),
    limit: Flags.integer({ description: "Most deliveries to list.", default: 50, min: 1, max: 500 }),
  };

  async run() {
    const { flags } = await this.parse(NotificationList);
    const client = await (await this.session(flags)).client();
    const { status, limit } = flags;
    const { items } = await client.notifications.deliveries({
      status,
      limit,
      channelId: flags.channel === undefined ? undefined : (await findChannel(client, flags.channel)).id,
      incidentId: flags.incident === undefined ? undefined : (await findIncident(client, flags.incident)).id,
    });
    if (this.jsonEnabled()) return items;
    if (items.length > 0)
      this.log(deliveryList(items, this.isTerminal ? this.width : undefined, Date.now(), this.paint));
    else if (this.isTerminal) this.note("No delivery passes these filters.");
    return items;
  }
}
