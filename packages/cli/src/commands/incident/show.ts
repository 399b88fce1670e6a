import { Args } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { findIncident } from "../../find-incident.ts";
import { incidentDetails } from "../../format/incident-details.ts";
import { names } from "../../names.ts";

export default class IncidentShow extends BaseCommand {
  static override summary = "Show one incident with its timeline.";
  static override description = "The answer of --json is the incident, with the entries of its timeline as `timeline`.";
  static override examples = [
    "<%= config.bin %> incident show 019353e1",
    "<%= config.bin %> incident show 019353e1 --json | jq .diagnosis",
  ];
  static override args = {
    id: Args.string({ description: "Id of the incident, or its first 6 characters or more.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(IncidentShow);
    const client = await (await this.session(flags)).client();
    const incident = await findIncident(client, args.id);
    const timeline = await client.incidents.timelineEvents(incident.id);
    this.log(incidentDetails(incident, timeline, { width: this.width, now: Date.now(), paint: this.paint }));
    const next = incident.diagnosisStatus === "PENDING" ? "diagnose" : "status";
    const what = `${names.cli} incident ${next} ${incident.id.slice(0, 8)}${next === "status" ? " <status>" : ""}`;
    if (this.isTerminal) this.note(`\nNext: ${what}`);
    return { ...incident, timeline };
  }
}
