import { defineBulk } from "../../command/define-command.ts";
import { channelItem } from "../../find/items.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "Delete channels and their waiting messages.",
  description: "Give names or ids, or - to read them from stdin. The command asks before it deletes.",
  usage: "channel delete CHANNEL…",
  examples: ["tocsin channel delete ops"],
  flags: confirmFlags,
  missing: "Give at least one name or id of a channel.",
  naming: "name",
  find: channelItem.find,
  async each({ client, item: { id, name, health }, flags }) {
    await confirm(`Delete the channel ${name} and ${health.waiting} waiting messages?`, flags);
    const answer = await client.notifications.deleteChannel(id);
    const lost = health.waiting > 0 ? `, with ${health.waiting} waiting messages` : "";
    this.log(`${cleanLine(name)} is deleted${lost}.`);
    return { id, ...answer };
  },
});
