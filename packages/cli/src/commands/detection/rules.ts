import { defineCommand } from "../../command/define-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { detectionRuleListing } from "../../format/detection.ts";

export default defineCommand({
  aliases: ["detection:list"],
  summary: "List the detection rules.",
  description:
    "Rules are built in or come from the daemon's TOCSIN_DETECTION_FILE. The list shows the minimum severity of each rule, and its precision over 30 days (detection performance).",
  examples: ["tocsin detection rules", "tocsin detection rules -o csv > rules.csv"],
  flags: listFlags,
  async request({ client: { detection }, flags }) {
    const [rules, performance] = await Promise.all([detection.rules(), detection.performance()]);
    await this.showList(
      detectionRuleListing(rules, performance),
      flags,
      "There are no rules: no incident opens automatically.",
    );
    this.suggestNext(`detection show ${rules[0]?.id ?? "RULE"}`);
    return rules;
  },
});
