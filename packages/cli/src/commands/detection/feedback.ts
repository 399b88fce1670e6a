import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findShadowOpening } from "../../find/shadow-opening.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { parseVerdict } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionFeedback extends BaseCommand {
  static override summary = "Judge shadow openings as useful or noise.";
  static override description = "Give ids of shadow openings, or - to read them from stdin, then useful or noise.";
  static override usage = "detection feedback SHADOW… useful|noise";
  static override examples = [
    "<%= config.bin %> detection feedback 019353e1 useful",
    "<%= config.bin %> detection shadow --rule queue-too-long -o name | <%= config.bin %> detection feedback - noise",
  ];
  static override strict = false;
  static override flags = {
    note: Flags.string({ char: "n", description: "Reason, up to 2,000 characters.", helpValue: "<text>" }),
    ...changeFlags,
  };

  async run() {
    const { argv, flags } = await this.parse(DetectionFeedback);
    const words = argv.map(String);
    const verdict = parseVerdict(words.at(-1) ?? "");
    if (words.length < 2 || verdict === undefined)
      throw usageError(
        `Give at least one id, then useful or noise, for example: ${programs.cli} detection feedback 019353e1 noise`,
      );
    const client = await this.client(flags);
    return this.forEachId(words.slice(0, -1), async (given) => {
      const { id, ruleId } = await findShadowOpening(client, given);
      const note = flags.note === undefined ? {} : { note: flags.note };
      const feedback = await client.detection.judgeShadow(id, { verdict, ...note });
      this.log(`${cleanLine(id).slice(0, 8)} is ${cleanLine(feedback.verdict)}, says ${cleanLine(feedback.by)}.`);
      this.suggestNext(`${programs.cli} detection performance ${cleanLine(ruleId)}`);
      return feedback;
    });
  }
}
