import { Flags } from "@oclif/core";
import type { Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findById } from "../../find/by-id.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { countText } from "../../format/fact-list.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { collect } from "../../query/collect.ts";

export default class NotificationReplay extends BaseCommand {
  static override summary = "Send failed deliveries again.";
  static override description =
    "Give ids, - to read them from stdin, or --all. The command tries all of them, and fails if one fails.";
  static override usage = "notification replay ID…";
  static override examples = [
    "tocsin notification replay 0198c1da",
    "tocsin notification replay --all --yes",
    {
      description: "Send all failed deliveries of one channel again",
      command: "tocsin notification list --status dead --channel ops --all -o name | tocsin notification replay -",
    },
  ];
  static override strict = false;
  static override flags = {
    all: Flags.boolean({ description: "Send all failed deliveries again." }),
    ...confirmFlags,
    ...changeFlags,
  };

  async run() {
    const { argv, flags } = await this.parse(NotificationReplay);
    if (flags.all ? argv.length > 0 : argv.length === 0)
      throw usageError("Give at least one id of a delivery, or --all.");
    const client = await this.client(flags);
    return this.forEachId(flags.all ? await this.everyDead(client, flags) : argv.map(String), async (given) => {
      const { id } = await findById(given, {
        what: "delivery",
        list: "notification list --status dead",
        get: async (whole) => ({ id: whole, event: "" }),
        newest: () => dead(client),
        nameOf: ({ event }) => event,
      });
      const delivery = await client.notifications.replay(id);
      this.log(`${id} is queued again.`);
      return delivery;
    });
  }

  private async everyDead(client: Tocsin, flags: { yes: boolean; "dry-run": boolean }): Promise<string[]> {
    const ids = (await collect(dead(client))).map(({ id }) => id);
    if (ids.length === 0) this.log("There are no failed deliveries.");
    else await confirm(`Send ${countText(ids.length, "message")} again?`, flags);
    return ids;
  }
}

const dead = (client: Tocsin) => client.notifications.deliveriesAll({ status: "dead", limit: 500 });
