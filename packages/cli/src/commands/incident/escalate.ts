import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { findIncident } from "../../find/items.ts";
import { resolveAssigneeId } from "../../find/members.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default defineCommand({
  summary: "Escalate incidents to the next person of the escalation plan.",
  description:
    "Escalating again moves the incident to the next person. The command fails if there is nobody, or if the incident has ended. To see the plan: signal escalation. Give ids, or - to read them from stdin.",
  usage: "incident escalate INCIDENT…",
  examples: ["tocsin incident escalate 019353e1", "tocsin incident escalate 019353e1 --to grace@example.com"],
  flags: {
    to: Flags.string({
      description: "Person to escalate to; by default the one that the plan suggests.",
      helpValue: "<name|email|id>",
    }),
    ...changeFlags,
  },
  strict: false,
  async run({ argv, flags }) {
    if (argv.length === 0) throw usageError("Give at least one id", "incident escalate 019353e1");
    const client = await this.client(flags);
    const { token } = (await this.session(flags)).profile;
    const target = flags.to === undefined ? undefined : await resolveAssigneeId(client, token, flags.to);
    if (target === null) throw usageError("--to nobody is invalid: an incident is escalated to a person.");
    return this.forEachId(argv, async (given) => {
      const { id } = await findIncident(client, given);
      const short = cleanLine(id).slice(0, 8);
      const escalation = await client.signals.escalate(id, target);
      const nextStep = cleanLine(escalation.nextStep);
      if (!escalation.escalated || escalation.target === null)
        throw new Failure(
          `${short} was not escalated: ${nextStep}`,
          exitCodes.failure,
          `To see the plan: ${programs.cli} signal escalation ${short}`,
        );
      this.log(`${short} → ${cleanLine(escalation.target.name)} (${cleanLine(escalation.target.email)})`);
      this.progress(nextStep);
      this.suggestNext(`incident show ${short}`);
      return escalation;
    });
  },
});
