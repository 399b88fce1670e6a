import { Args } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findByName } from "../../find/by-name.ts";
import { detectionRuleDetails } from "../../format/detection.ts";

export default class DetectionShow extends BaseCommand {
  static override summary = "Show one rule that opens incidents: where it comes from, and every threshold.";
  static override examples = ["<%= config.bin %> detection show log-error-burst"];
  static override args = {
    rule: Args.string({ description: "Id of the rule, as detection rules lists it.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(DetectionShow);
    const client = await this.client(flags);
    const rule = await findByName(args.rule, {
      what: "detection rule",
      list: "detection rules",
      things: () => client.detection.rules(),
      namesOf: () => [],
    });
    this.log(detectionRuleDetails(rule, { width: this.width, paint: this.paint }));
    return rule;
  }
}
