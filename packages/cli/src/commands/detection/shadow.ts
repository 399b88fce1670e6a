import { Args, Flags } from "@oclif/core";
import type { ShadowFilter } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findDetectionRule } from "../../find/detection-rule.ts";
import { findShadowOpening } from "../../find/shadow-opening.ts";
import { listFlags, rangeFlags, requireRange } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { shadowDetails, shadowListing } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class DetectionShadow extends BaseCommand {
  static override summary = "List the openings of shadow rules, or show one.";
  static override examples = [
    "<%= config.bin %> detection shadow",
    "<%= config.bin %> detection shadow --rule queue-too-long --since 7d",
    "<%= config.bin %> detection shadow --all -o csv > shadow.csv",
    "<%= config.bin %> detection shadow 019353e1",
  ];
  static override args = {
    id: Args.string({ description: "Id of a shadow opening, or at least its first 6 characters." }),
  };
  static override flags = {
    rule: Flags.string({ description: "Only openings of this rule." }),
    service: Flags.string({ description: "Only openings about this service." }),
    ...rangeFlags,
    ...pageFlags("openings"),
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
    const { rule, service, since, until } = flags;
    const filter: ShadowFilter = { ruleId: rule, service, from: since, to: until };
    const items = await readPages((limit) => client.detection.allShadows({ ...filter, limit }), flags);
    // Deleted rules keep their openings; an unknown rule must not look like a quiet one.
    if (items.length === 0 && rule !== undefined) await findDetectionRule(client, rule);
    await this.showList(shadowListing(items), flags, "No shadow rule would have opened an incident.");
    return items;
  }
}
