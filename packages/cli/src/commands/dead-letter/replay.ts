import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { Failure } from "../../failure/failure.ts";
import { FULL_ID } from "../../find/by-id.ts";
import { deadLetters, findDeadLetter } from "../../find/dead-letter.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { countText } from "../../format/fact-list.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { collect } from "../../query/collect.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class DeadLetterReplay extends BaseCommand {
  static override summary = "Process dead letters again.";
  static override description =
    "Give ids, - to read them from stdin, or --all. A dead letter that is still invalid stays. The command processes all of them, and fails if one fails.";
  static override usage = "dead-letter replay ID…";
  static override examples = [
    "<%= config.bin %> dead-letter replay 0198c1da",
    "<%= config.bin %> dead-letter replay --all",
    "<%= config.bin %> dead-letter list --limit 10 -o name | <%= config.bin %> dead-letter replay -",
  ];
  static override strict = false;
  static override flags = {
    all: Flags.boolean({ description: "Replay all dead letters." }),
    ...confirmFlags,
    ...changeFlags,
  };

  async run() {
    const { argv, flags } = await this.parse(DeadLetterReplay);
    if (flags.all ? argv.length > 0 : argv.length === 0)
      throw usageError("Give at least one id of a dead letter, or --all.");
    const client = await this.client(flags);
    const ids = flags.all ? (await collect(deadLetters(client))).map(({ id }) => id) : argv.map(String);
    if (flags.all && ids.length === 0) this.log("There are no dead letters.");
    if (flags.all && ids.length > 0) await confirm(`Replay ${countText(ids.length, "dead letter")}?`, flags);
    return this.forEachId(ids, async (given) => {
      const id = FULL_ID.test(given) ? given : (await findDeadLetter(client, given)).id;
      const answer = await client.events.replayDeadLetter(id).catch(stillInvalid);
      this.log(`${id} is queued as event ${cleanLine(answer.eventId)}.`);
      return { id, ...answer };
    });
  }
}

/** An invalid event is not blocked by policy, so the exit code is 1. */
function stillInvalid(error: Error): never {
  throw error.name === "UnprocessableError" ? new Failure(error.message) : error;
}
