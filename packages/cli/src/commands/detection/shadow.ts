import { Args, Flags } from "@oclif/core";
import type { ShadowFilter } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { findDetectionRule } from "../../find/detection-rule.ts";
import { findShadowOpening } from "../../find/shadow-opening.ts";
import { listFlags, rangeFlags, requireRange } from "../../flags/common-flags.ts";
import { shadowDetails, shadowListing } from "../../format/detection-quality.ts";
import { collect } from "../../query/collect.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionShadow extends BaseCommand {
  static override summary = "List what rules in shadow would have opened, or show one of it.";
  static override examples = [
    "<%= config.bin %> detection shadow",
    "<%= config.bin %> detection shadow --rule queue-too-long --since 7d",
    "<%= config.bin %> detection shadow --all -o csv > shadow.csv",
    "<%= config.bin %> detection shadow 019353e1",
  ];
  static override args = {
    id: Args.string({ description: "Id of a shadow opening, or its first 6 characters or more." }),
  };
  static override flags = {
    rule: Flags.string({ description: "Only of this rule." }),
    service: Flags.string({ description: "Only about this service." }),
    ...rangeFlags,
    limit: Flags.integer({ description: "Most to list.", default: 50, min: 1, max: 500 }),
    all: Flags.boolean({ description: "List all of them.", exclusive: ["limit"] }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(DetectionShadow);
    requireRange(flags);
    const client = await this.client(flags);
    if (args.id !== undefined) {
      const opening = await findShadowOpening(client, args.id);
      this.log(shadowDetails(opening, this.layout));
      if (opening.verdictFrom !== "feedback")
        this.suggestNext(`${programs.cli} detection feedback ${cleanLine(opening.id).slice(0, 8)} useful`);
      return opening;
    }
    const { rule, service, since, until, limit } = flags;
    const filter: ShadowFilter = { ruleId: rule, service, from: since, to: until, limit: flags.all ? 500 : limit };
    const items = flags.all
      ? await collect(client.detection.allShadows(filter))
      : (await client.detection.shadows(filter)).items;
    // Rules that are gone have openings still; one that nobody knows would look like a quiet one.
    if (items.length === 0 && rule !== undefined) await findDetectionRule(client, rule);
    await this.showList(shadowListing(items), flags, "No rule in shadow would have opened anything.");
    return items;
  }
}
