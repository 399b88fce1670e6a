import type { DetectionRule, RuleModeSet } from "@tocsin/sdk";
import { setRuleMode } from "../find/items.ts";
import { modeChangeText } from "../format/detection-quality.ts";
import { cleanLine } from "../text/clean-text.ts";
import { BaseCommand } from "./base-command.ts";

/** Sets the mode of a detection rule. */
export abstract class RuleModeCommand extends BaseCommand {
  protected async setMode(
    given: string,
    mode: RuleModeSet["mode"],
    flags: { readonly profile?: string | undefined; readonly reason: string; readonly "dry-run": boolean },
  ): Promise<DetectionRule> {
    const client = await this.client(flags);
    const rule = await setRuleMode(client, given, { mode, reason: flags.reason });
    this.log(modeChangeText(rule));
    this.suggestNext(`detection show ${cleanLine(rule.id)}`);
    return rule;
  }
}
