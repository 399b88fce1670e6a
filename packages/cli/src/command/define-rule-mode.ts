import { Flags } from "@oclif/core";
import type { RuleModeSet } from "@tocsin/sdk";
import { detectionRuleItem, setRuleMode } from "../find/items.ts";
import { changeFlags } from "../flags/common-flags.ts";
import { modeChangeText } from "../format/detection-quality.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type CommandClass, type Documented, defineCommand } from "./define-command.ts";

interface RuleModeSpec extends Documented<Record<never, never>> {
  readonly mode: RuleModeSet["mode"];
  /** The reason by default; without it a reason is required. */
  readonly usualReason?: string;
}

/** A command that sets the mode of a detection rule. */
export function defineRuleMode({ mode, usualReason, ...spec }: RuleModeSpec): CommandClass {
  const reason = { char: "r", description: "Reason for the change.", helpValue: "<text>" } as const;
  return defineCommand({
    ...spec,
    args: detectionRuleItem.args,
    flags: {
      reason: usualReason
        ? Flags.string({ ...reason, default: usualReason })
        : Flags.string({ ...reason, required: true }),
      ...changeFlags,
    },
    async request({ client, args, flags }) {
      const rule = await setRuleMode(client, args.rule, { mode, reason: flags.reason });
      this.log(modeChangeText(rule));
      this.suggestNext(`detection show ${cleanLine(rule.id)}`);
      return rule;
    },
  });
}
