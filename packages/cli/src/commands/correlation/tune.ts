import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, listFlags, usageError } from "../../flags/common-flags.ts";
import { recommendationListing } from "../../format/correlation.ts";
import { confirm, confirmFlags } from "../../input/confirm.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Recommend priorities for the rules from the outcome of their incidents.",
  description:
    "--apply applies the recommendation with the most decisions, if the guardrails allow it: one rule, one step. If they allow none, the command says which guardrail applied, and the exit code is 0.",
  examples: [
    "tocsin correlation tune",
    "tocsin correlation tune --apply",
    "tocsin correlation tune --apply --days 7 --yes",
  ],
  flags: {
    apply: Flags.boolean({ description: "Apply the best safe recommendation." }),
    days: Flags.integer({ description: "Days that --apply looks back; 30 by default.", min: 1, max: 90 }),
    ...listFlags,
    ...confirmFlags,
    ...changeFlags,
  },
  async request({ client: { correlation }, flags }) {
    if (!flags.apply) {
      if (flags.days !== undefined) throw usageError("--days needs --apply: recommendations look back 30 days.");
      const found = await correlation.recommendations();
      const none = `No rule made a decision in the last ${found.lookbackDays} days.`;
      await this.showList(recommendationListing(found.recommendations), flags, none);
      if (found.recommendations.some(({ recommendation }) => recommendation !== "keep"))
        this.suggestNext("correlation tune --apply");
      return found;
    }
    await confirm("Change the priority of one rule, as the guardrails allow?", flags);
    const result = await correlation.autoApply(flags.days === undefined ? {} : { lookbackDays: flags.days });
    this.log(
      result.applied
        ? `${result.ruleId.slice(0, 8)} ${cleanLine(result.name)}: priority ${result.previousPriority} → ${result.appliedPriority}`
        : `No priority was changed: ${cleanLine(result.reason)}`,
    );
    return result;
  },
});
