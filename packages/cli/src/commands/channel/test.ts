import { defineCommand } from "../../command/define-command.ts";
import { Failure } from "../../failure/failure.ts";
import { channelItem } from "../../find/items.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Send a test message through a channel.",
  examples: ["tocsin channel test ops"],
  flags: changeFlags,
  item: channelItem,
  async request({ client, item: { id, name } }) {
    const result = await client.notifications.testChannel(id);
    if (!result.delivered)
      throw new Failure(`${cleanLine(name)} didn't accept the message: ${cleanLine(result.reason ?? "no reason")}`);
    this.log(`${cleanLine(name)} accepted the message.`);
    return result;
  },
});
