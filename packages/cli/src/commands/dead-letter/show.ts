import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findDeadLetter } from "../../find/dead-letter.ts";
import { deadLetterDetails } from "../../format/event.ts";
import { programs } from "../../text/program-names.ts";

export default class DeadLetterShow extends BaseCommand {
  static override summary = "Show one dead letter: its reason and its payload.";
  static override examples = ["<%= config.bin %> dead-letter show 0198c1da"];
  static override args = {
    id: Args.string({ description: "Id of the dead letter, or at least its first 6 characters.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(DeadLetterShow);
    const letter = await findDeadLetter(await this.client(flags), args.id);
    this.log(deadLetterDetails(letter, this.layout));
    this.suggestNext(`${programs.cli} dead-letter replay ${letter.id.slice(0, 8)}`);
    return letter;
  }
}
