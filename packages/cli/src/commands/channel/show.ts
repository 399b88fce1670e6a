import { defineView } from "../../command/define-command.ts";
import { channelItem } from "../../find/items.ts";
import { channelDetails } from "../../format/channel.ts";

export default defineView({
  summary: "Show one channel: its destination, filters and health.",
  examples: ['tocsin channel show "on-call chat"'],
  item: channelItem,
  read: ({ item }) => item,
  text: channelDetails,
});
