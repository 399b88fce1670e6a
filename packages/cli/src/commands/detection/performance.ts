import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { detectionRuleItem } from "../../find/items.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { performanceListing } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { wrap } from "../../text/wrap.ts";

export default defineCommand({
  summary: "Show the precision of each rule.",
  description:
    "Precision is the share of useful openings among those that people judged, by feedback or by how they ended incidents, with its confidence interval. Shadow rules are measured by their shadow openings.",
  examples: [
    "tocsin detection performance",
    "tocsin detection performance log-error-burst --days 7",
    "tocsin detection performance -o csv > rules.csv",
  ],
  args: { rule: Args.string({ description: "Only this rule." }) },
  flags: { days: Flags.integer({ description: "Days to look back.", default: 30, min: 1, max: 90 }), ...listFlags },
  async request({ client, args, flags }) {
    const ruleId = args.rule === undefined ? undefined : (await detectionRuleItem.find(client, args.rule)).id;
    const rules = await client.detection.performance({ days: flags.days, ...(ruleId !== undefined && { ruleId }) });
    await this.showList(performanceListing(rules), flags, "There are no rules.");
    const change = rules.find(({ recommendation }) => recommendation !== "keep");
    const explained = change ?? (ruleId === undefined ? undefined : rules[0]);
    if (explained) this.progress(wrap(`${cleanLine(explained.ruleId)}: ${cleanLine(explained.rationale)}`, this.width));
    if (change) {
      const why = change.recommendation === "demote" ? ' --reason "Mostly noise"' : "";
      this.suggestNext(`detection ${change.recommendation} ${cleanLine(change.ruleId)}${why}`);
    }
    return rules;
  },
});
