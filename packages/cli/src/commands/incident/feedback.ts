import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { findIncident } from "../../find/items.ts";
import { changeFlags, listFlags, usageError } from "../../flags/common-flags.ts";
import { feedbackListing, parseVerdict } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Judge incidents as useful or noise.",
  description:
    "Verdicts measure the rules that opened the incidents (detection performance). After noise, the condition doesn't open again at its level; half as much again does. Each person has one verdict; the last one counts. Give ids, or - to read them from stdin, then useful or noise. An id alone lists the verdicts on that incident.",
  usage: "incident feedback INCIDENT… [useful|noise]",
  examples: [
    "tocsin incident feedback 019353e1 noise",
    'tocsin incident feedback 019353e1 019353f2 useful --note "We lost orders"',
    "tocsin incidents --service import --state resolved -o name | tocsin incident feedback - noise",
    "tocsin incident feedback 019353e1",
  ],
  flags: {
    note: Flags.string({ char: "n", description: "Reason, up to 2,000 characters.", helpValue: "<text>" }),
    ...listFlags,
    ...changeFlags,
  },
  strict: false,
  async run({ argv: words, flags }) {
    const verdict = parseVerdict(words.at(-1) ?? "");
    const ids = verdict ? words.slice(0, -1) : words;
    if (ids.length === 0 || (verdict === undefined && ids.length > 1))
      throw usageError("Give at least one id, then useful or noise", "incident feedback 019353e1 noise");
    if (verdict === undefined && flags.note !== undefined) throw usageError("--note needs a verdict: useful or noise.");
    const client = await this.client(flags);
    if (verdict === undefined) {
      const { id } = await findIncident(client, ids[0] ?? "");
      const items = await client.feedback.list(id);
      await this.showList(feedbackListing(items), flags, "There is no feedback on it.");
      if (items.length === 0) this.suggestNext(`incident feedback ${cleanLine(id).slice(0, 8)} useful`);
      return items;
    }
    return this.forEachId(ids, async (given) => {
      const { id } = await findIncident(client, given);
      const note = flags.note === undefined ? {} : { note: flags.note };
      const feedback = await client.feedback.give(id, { verdict, ...note });
      this.log(`${cleanLine(id).slice(0, 8)} is ${cleanLine(feedback.verdict)}, says ${cleanLine(feedback.by)}.`);
      this.suggestNext("detection performance");
      return feedback;
    });
  },
});
