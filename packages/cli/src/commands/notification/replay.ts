import type { Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { complain } from "../../complain.ts";
import { explain } from "../../explain.ts";
import { exitCodes, Failure } from "../../failure.ts";
import { findById } from "../../find-by-id.ts";
import { usageError } from "../../flags.ts";

export default class NotificationReplay extends BaseCommand {
  static override summary = "Send deliveries again that were given up.";
  static override description = "Give one or more ids. Every one of them is tried; it fails if one of them did.";
  static override usage = "notification replay ID…";
  static override examples = [
    "<%= config.bin %> notification replay 0198c1da",
    {
      description: "All that were given up",
      command:
        "<%= config.bin %> notification list --status dead | cut -f1 | xargs <%= config.bin %> notification replay",
    },
  ];
  static override strict = false;

  async run() {
    const { argv, flags } = await this.parse(NotificationReplay);
    if (argv.length === 0) throw usageError("Give one or more ids of deliveries.");
    const client = await (await this.session(flags)).client();
    const outcomes: unknown[] = [];
    for (const given of argv.map(String)) {
      try {
        const delivery = await replay(client, given);
        this.log(`${delivery.id} waits again.`);
        outcomes.push(delivery);
      } catch (error) {
        const { message, json } = explain(error);
        process.exitCode = exitCodes.failure;
        if (!this.jsonEnabled()) await complain(new Failure(`${given}: ${message}`));
        outcomes.push({ id: given, error: json });
      }
    }
    return outcomes;
  }
}

async function replay(client: Tocsin, given: string) {
  const { id } = await findById(given, {
    what: "delivery",
    list: "notification list --status dead",
    get: async (whole) => ({ id: whole, event: "" }),
    newest: () => client.notifications.deliveriesAll({ status: "dead", limit: 500 }),
    nameOf: ({ event }) => event,
  });
  return client.notifications.replay(id);
}
