import { Args, Flags } from "@oclif/core";
import type { ShadowFilter } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { detectionRuleItem, shadowOpeningItem } from "../../find/items.ts";
import { listFlags, pageFlags, rangeFlags, readPages } from "../../flags/common-flags.ts";
import { shadowDetails, shadowListing } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "List the openings of shadow rules, or show one.",
  examples: [
    "tocsin detection shadow",
    "tocsin detection shadow --rule queue-too-long --since 7d",
    "tocsin detection shadow --all -o csv > shadow.csv",
    "tocsin detection shadow 019353e1",
  ],
  args: { id: Args.string({ description: "Id of a shadow opening, or at least its first 6 characters." }) },
  flags: {
    rule: Flags.string({ description: "Only openings of this rule." }),
    service: Flags.string({ description: "Only openings about this service." }),
    ...rangeFlags,
    ...pageFlags("openings"),
    ...listFlags,
  },
  async run({ args, flags }) {
    const client = await this.client(flags);
    if (args.id !== undefined) {
      const opening = await shadowOpeningItem.find(client, args.id);
      this.log(shadowDetails(opening, this.layout));
      if (opening.verdictFrom !== "feedback")
        this.suggestNext(`detection feedback ${cleanLine(opening.id).slice(0, 8)} useful`);
      return opening;
    }
    const { rule, service, since, until } = flags;
    const filter: ShadowFilter = { ruleId: rule, service, from: since, to: until };
    const items = await readPages((limit) => client.detection.allShadows({ ...filter, limit }), flags);
    // Deleted rules keep their openings; an unknown rule must not look like a quiet one.
    if (items.length === 0 && rule !== undefined) await detectionRuleItem.find(client, rule);
    await this.showList(shadowListing(items), flags, "No shadow rule would have opened an incident.");
    return items;
  },
});
