import { Flags } from "@oclif/core";
import type { DeliveryFilter } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findChannel } from "../../find/channel.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags, oneOf } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { deliveryListing, deliveryStatuses } from "../../format/channel.ts";

export default class NotificationList extends BaseCommand {
  static override summary = "List deliveries of notifications, the newest first.";
  static override examples = [
    "<%= config.bin %> notification list --status dead",
    '<%= config.bin %> notification list --channel "on-call chat" --incident 019353e1',
  ];
  static override flags = {
    status: oneOf(deliveryStatuses, { description: "Only deliveries in this state." }),
    channel: Flags.string({ description: "Only deliveries to this channel, by name or id." }),
    incident: Flags.string({ description: "Only deliveries about this incident, by id or its first characters." }),
    ...pageFlags("deliveries"),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(NotificationList);
    const client = await this.client(flags);
    const filter: DeliveryFilter = {
      status: flags.status,
      channelId: flags.channel === undefined ? undefined : (await findChannel(client, flags.channel)).id,
      incidentId: flags.incident === undefined ? undefined : (await findIncident(client, flags.incident)).id,
    };
    const items = await readPages((limit) => client.notifications.deliveriesAll({ ...filter, limit }), flags);
    await this.showList(deliveryListing(items), flags, "No delivery matches these filters.");
    return items;
  }
}
