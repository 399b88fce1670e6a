import { Flags } from "@oclif/core";
import type { DeliveryFilter } from "@tocsin/sdk";
import { defineList } from "../../command/define-command.ts";
import { channelItem, findIncident } from "../../find/items.ts";
import { oneOf, pageFlags, readPages } from "../../flags/common-flags.ts";
import { deliveryListing, deliveryStatuses } from "../../format/channel.ts";

export default defineList({
  summary: "List deliveries of notifications, the newest first.",
  examples: [
    "tocsin notification list --status dead",
    'tocsin notification list --channel "on-call chat" --incident 019353e1',
  ],
  flags: {
    status: oneOf(deliveryStatuses, { description: "Only deliveries in this state." }),
    channel: Flags.string({ description: "Only deliveries to this channel, by name or id." }),
    incident: Flags.string({ description: "Only deliveries about this incident, by id or its first characters." }),
    ...pageFlags("deliveries"),
  },
  async read({ client, flags }) {
    const filter: DeliveryFilter = {
      status: flags.status,
      channelId: flags.channel === undefined ? undefined : (await channelItem.find(client, flags.channel)).id,
      incidentId: flags.incident === undefined ? undefined : (await findIncident(client, flags.incident)).id,
    };
    return readPages((limit) => client.notifications.deliveriesAll({ ...filter, limit }), flags);
  },
  listing: deliveryListing,
  none: "No delivery matches these filters.",
});
