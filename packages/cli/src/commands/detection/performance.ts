import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findDetectionRule } from "../../find/detection-rule.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { performanceListing } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";
import { wrap } from "../../text/wrap.ts";

export default class DetectionPerformance extends BaseCommand {
  static override summary = "Show the precision of each rule.";
  static override description =
    "Precision is the share of useful openings among those that people judged, by feedback or by how they ended incidents, " +
    "with its confidence interval. Shadow rules are measured by their shadow openings.";
  static override examples = [
    "<%= config.bin %> detection performance",
    "<%= config.bin %> detection performance log-error-burst --days 7",
    "<%= config.bin %> detection performance -o csv > rules.csv",
  ];
  static override args = { rule: Args.string({ description: "Only this rule." }) };
  static override flags = {
    days: Flags.integer({ description: "Days to look back.", default: 30, min: 1, max: 90 }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionPerformance);
    const client = await this.client(flags);
    const ruleId = args.rule === undefined ? undefined : (await findDetectionRule(client, args.rule)).id;
    const rules = await client.detection.performance({ days: flags.days, ...(ruleId !== undefined && { ruleId }) });
    await this.showList(performanceListing(rules), flags, "There are no rules.");
    const change = rules.find(({ recommendation }) => recommendation !== "keep");
    const told = change ?? (ruleId === undefined ? undefined : rules[0]);
    if (told && !this.jsonEnabled())
      this.note(wrap(`${cleanLine(told.ruleId)}: ${cleanLine(told.rationale)}`, this.width));
    if (change) {
      const why = change.recommendation === "demote" ? ' --reason "Mostly noise"' : "";
      this.suggestNext(`${programs.cli} detection ${change.recommendation} ${cleanLine(change.ruleId)}${why}`);
    }
    return rules;
  }
}
