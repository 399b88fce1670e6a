import { defineList } from "../../command/define-command.ts";
import { channelListing } from "../../format/channel.ts";
import { programs } from "../../text/program-names.ts";

export default defineList({
  summary: "List notification channels and their health.",
  examples: ["tocsin channel list", "tocsin channel list -o wide"],
  read: ({ client }) => client.notifications.channels(),
  listing: channelListing,
  none: `There are no channels. To create one: ${programs.cli} channel create --help`,
});
