import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { exportFlags, writeExport } from "../../export-file.ts";
import { findIncident } from "../../find/incident.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { markdownText } from "../../format/markdown.ts";

export default class IncidentPostmortem extends BaseCommand {
  static override summary = "Draft the postmortem of an incident.";
  static override description =
    "The draft contains the recorded facts and marks what is missing. It is formatted for " +
    "the terminal; --raw and --file give the Markdown. The first draft adds an entry to the timeline.";
  static override examples = [
    "<%= config.bin %> incident postmortem 019353e1",
    "<%= config.bin %> incident postmortem 019353e1 --file postmortem.md",
    "<%= config.bin %> incident postmortem 019353e1 --raw | pandoc -o postmortem.pdf",
  ];
  static override args = incidentArg;
  static override flags = {
    raw: Flags.boolean({ description: "Print the draft in Markdown." }),
    ...exportFlags,
  };

  async run(): Promise<{ incidentId: string; markdown: string } | { file: string; bytes: number }> {
    const { args, flags } = await this.parse(IncidentPostmortem);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const markdown = await client.incidents.postmortem(id);
    if (flags.file !== undefined || (flags.raw && !this.jsonEnabled())) {
      const written = await writeExport(markdown, flags.file);
      if (written && !this.jsonEnabled()) this.note(`${written.file}: ${written.bytes} bytes.`);
      return written ?? { incidentId: id, markdown };
    }
    this.log(markdownText(markdown, this.layout));
    return { incidentId: id, markdown };
  }
}
