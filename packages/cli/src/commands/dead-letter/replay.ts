import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { Failure } from "../../failure/failure.ts";
import { FULL_ID } from "../../find/by-id.ts";
import { deadLetterItem, deadLetters } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { countText } from "../../format/fact-list.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { collect } from "../../query/pages.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Process dead letters again.",
  description:
    "Give ids, - to read them from stdin, or --all. A dead letter that is still invalid stays. The command processes all of them, and fails if one fails.",
  usage: "dead-letter replay ID…",
  examples: [
    "tocsin dead-letter replay 0198c1da",
    "tocsin dead-letter replay --all",
    "tocsin dead-letter list --limit 10 -o name | tocsin dead-letter replay -",
  ],
  flags: { all: Flags.boolean({ description: "Replay all dead letters." }), ...confirmFlags, ...changeFlags },
  strict: false,
  async run({ argv, flags }) {
    if (flags.all ? argv.length > 0 : argv.length === 0)
      throw usageError("Give at least one id of a dead letter, or --all.");
    const client = await this.client(flags);
    const ids = flags.all ? (await collect(deadLetters(client))).map(({ id }) => id) : argv;
    if (flags.all && ids.length === 0) this.log("There are no dead letters.");
    if (flags.all && ids.length > 0) await confirm(`Replay ${countText(ids.length, "dead letter")}?`, flags);
    return this.forEachId(ids, async (given) => {
      const id = FULL_ID.test(given) ? given : (await deadLetterItem.find(client, given)).id;
      const answer = await client.events.replayDeadLetter(id).catch(stillInvalid);
      this.log(`${id} is queued as event ${cleanLine(answer.eventId)}.`);
      return { id, ...answer };
    });
  },
});

/** An invalid event is not blocked by policy, so the exit code is 1. */
function stillInvalid(error: Error): never {
  throw error.name === "UnprocessableError" ? new Failure(error.message) : error;
}
