import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { shadowOpeningItem } from "../../find/items.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { parseVerdict } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Judge shadow openings as useful or noise.",
  description: "Give ids of shadow openings, or - to read them from stdin, then useful or noise.",
  usage: "detection feedback SHADOW… useful|noise",
  examples: [
    "tocsin detection feedback 019353e1 useful",
    "tocsin detection shadow --rule queue-too-long -o name | tocsin detection feedback - noise",
  ],
  flags: {
    note: Flags.string({ char: "n", description: "Reason, up to 2,000 characters.", helpValue: "<text>" }),
    ...changeFlags,
  },
  strict: false,
  async run({ argv: words, flags }) {
    const verdict = parseVerdict(words.at(-1) ?? "");
    if (words.length < 2 || verdict === undefined)
      throw usageError("Give at least one id, then useful or noise", "detection feedback 019353e1 noise");
    const client = await this.client(flags);
    return this.forEachId(words.slice(0, -1), async (given) => {
      const { id, ruleId } = await shadowOpeningItem.find(client, given);
      const note = flags.note === undefined ? {} : { note: flags.note };
      const feedback = await client.detection.judgeShadow(id, { verdict, ...note });
      this.log(`${cleanLine(id).slice(0, 8)} is ${cleanLine(feedback.verdict)}, says ${cleanLine(feedback.by)}.`);
      this.suggestNext(`detection performance ${cleanLine(ruleId)}`);
      return feedback;
    });
  },
});
