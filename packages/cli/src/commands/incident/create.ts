import { Args, Flags } from "@oclif/core";
import type { Incident, IncidentCreate as NewIncident, SuppressedIncident } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags, listFlags, oneOf, usageError } from "../../flags/common-flags.ts";
import { incidentListing, severities } from "../../format/incident.ts";
import { readMessage } from "../../input/message.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Open an incident manually.",
  description:
    "Correlation rules apply to it; the command reports a merge or suppression. Its environment is that of its first service in the catalog.",
  examples: [
    'tocsin incident create "Checkout is down" --severity critical --service checkout',
    {
      description: "With a description from a pipe; the new id alone",
      command:
        'kubectl describe pod web-1 | tocsin incident create "web-1 crashes" --severity high --description - -o name',
    },
  ],
  args: { title: Args.string({ description: "Title that names the problem.", required: true }) },
  flags: {
    severity: oneOf(severities, { char: "s", description: "Severity of the incident.", required: true }),
    service: Flags.string({
      description: "Affected service; can be repeated, with the primary service first.",
      multiple: true,
    }),
    description: Flags.string({ char: "d", description: "Description; - reads stdin.", helpValue: "<text|->" }),
    ...changeFlags,
    ...listFlags,
  },
  async run({ args, flags }): Promise<Incident | SuppressedIncident> {
    const title = args.title.trim();
    if (title === "") throw usageError("The title is empty.");
    const { description = "" } = flags;
    const incident: NewIncident = {
      title,
      description: description === "-" ? await readMessage("-", "The description") : description,
      severity: flags.severity,
      affectedServices: flags.service ?? [],
    };
    const client = await this.client(flags);
    const answer = await client.incidents.create(incident);
    if ("suppressed" in answer) {
      const rule = cleanLine(answer.ruleId);
      this.log(`No incident was opened: the correlation rule ${rule} suppressed it.`);
      this.suggestNext(`correlation show ${rule.slice(0, 8)}`);
      return answer;
    }
    await this.showList(incidentListing([answer]), flags, "");
    if (answer.parentIncidentId !== null)
      this.note(`The incident was merged into ${cleanLine(answer.parentIncidentId).slice(0, 8)}.`);
    this.suggestNext(`incident ack ${cleanLine(answer.id).slice(0, 8)}`);
    return answer;
  },
});
