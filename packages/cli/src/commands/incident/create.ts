import { Args, Flags } from "@oclif/core";
import type { Incident, IncidentCreate as NewIncident, SuppressedIncident } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { changeFlags, listFlags, parseWord, usageError } from "../../flags/common-flags.ts";
import { incidentListing, severities } from "../../format/incident.ts";
import { readMessage } from "../../input/message.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class IncidentCreate extends BaseCommand {
  static override summary = "Open an incident manually.";
  static override description =
    "Correlation rules apply to it; the command reports a merge or suppression. Its " +
    "environment is that of its first service in the catalog.";
  static override examples = [
    '<%= config.bin %> incident create "Checkout is down" --severity critical --service checkout',
    {
      description: "With a description from a pipe; the new id alone",
      command:
        'kubectl describe pod web-1 | <%= config.bin %> incident create "web-1 crashes" --severity high --description - -o name',
    },
  ];
  static override args = {
    title: Args.string({ description: "Title that names the problem.", required: true }),
  };
  static override flags = {
    severity: Flags.string({
      char: "s",
      description: "Severity of the incident.",
      required: true,
      helpValue: `<${severities.join("|")}>`,
      parse: async (input) => parseWord(input, severities),
    }),
    service: Flags.string({
      description: "Affected service; can be repeated, with the primary service first.",
      multiple: true,
    }),
    description: Flags.string({
      char: "d",
      description: "Description; - reads stdin.",
      helpValue: "<text|->",
    }),
    ...changeFlags,
    ...listFlags,
  };

  async run(): Promise<Incident | SuppressedIncident> {
    const { args, flags } = await this.parse(IncidentCreate);
    const title = args.title.trim();
    if (title === "") throw usageError("The title is empty.");
    const { description = "" } = flags;
    const incident: NewIncident = {
      title,
      description: description === "-" ? await readMessage("-", "The description") : description,
      severity: parseWord(flags.severity, severities),
      affectedServices: flags.service ?? [],
    };
    const client = await this.client(flags);
    const answer = await client.incidents.create(incident);
    if ("suppressed" in answer) {
      const rule = cleanLine(answer.ruleId);
      this.log(`No incident was opened: the correlation rule ${rule} suppressed it.`);
      this.suggestNext(`${programs.cli} correlation show ${rule.slice(0, 8)}`);
      return answer;
    }
    await this.showList(incidentListing([answer]), flags, "");
    if (answer.parentIncidentId !== null)
      this.note(`The incident was merged into ${cleanLine(answer.parentIncidentId).slice(0, 8)}.`);
    this.suggestNext(`${programs.cli} incident ack ${cleanLine(answer.id).slice(0, 8)}`);
    return answer;
  }
}
