import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { findById } from "../../find/by-id.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { countText } from "../../format/fact-list.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { collect } from "../../query/pages.ts";

export default defineCommand({
  summary: "Send failed deliveries again.",
  description: "Give ids, - to read them from stdin, or --all. The command tries all of them, and fails if one fails.",
  usage: "notification replay ID…",
  examples: [
    "tocsin notification replay 0198c1da",
    "tocsin notification replay --all --yes",
    {
      description: "Send all failed deliveries of one channel again",
      command: "tocsin notification list --status dead --channel ops --all -o name | tocsin notification replay -",
    },
  ],
  flags: {
    all: Flags.boolean({ description: "Send all failed deliveries again." }),
    ...confirmFlags,
    ...changeFlags,
  },
  strict: false,
  async run({ argv, flags }) {
    if (flags.all ? argv.length > 0 : argv.length === 0)
      throw usageError("Give at least one id of a delivery, or --all.");
    const client = await this.client(flags);
    const dead = () => client.notifications.deliveriesAll({ status: "dead", limit: 500 });
    const ids = flags.all ? (await collect(dead())).map(({ id }) => id) : argv;
    if (flags.all && ids.length === 0) this.log("There are no failed deliveries.");
    if (flags.all && ids.length > 0) await confirm(`Send ${countText(ids.length, "message")} again?`, flags);
    return this.forEachId(ids, async (given) => {
      const { id } = await findById(given, {
        what: "delivery",
        list: "notification list --status dead",
        get: async (whole) => ({ id: whole, event: "" }),
        newest: dead,
        nameOf: ({ event }) => event,
      });
      const delivery = await client.notifications.replay(id);
      this.log(`${id} is queued again.`);
      return delivery;
    });
  },
});
