import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { findProbeRun } from "../../find/probe-run.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { probeDetails } from "../../format/probe.ts";
import { cleanText } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class ProbeShow extends BaseCommand {
  static override summary = "Show one probe: its parameters, findings and output.";
  static override description = "--raw prints only the output, without control sequences; with --json it is `output`.";
  static override examples = [
    "<%= config.bin %> probe show 019353e1 0198c1d7",
    "<%= config.bin %> probe show 019353e1 0198c1d7 --raw | grep -i timeout",
  ];
  static override args = {
    ...incidentArg,
    run: Args.string({ description: "Id of the run, or at least its first 6 characters.", required: true }),
  };
  static override flags = {
    raw: Flags.boolean({ description: "Print only the output." }),
  };

  async run() {
    const { args, flags } = await this.parse(ProbeShow);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const run = await findProbeRun(client, id, args.run);
    if (flags.raw) {
      const output = cleanText(await client.diagnostics.output(id, run.id));
      if (!this.jsonEnabled()) process.stdout.write(output.endsWith("\n") ? output : `${output}\n`);
      return { id: run.id, output };
    }
    this.log(probeDetails(run, this.layout));
    if (run.hasRawOutput) this.suggestNext(`${programs.cli} probe show ${id.slice(0, 8)} ${run.id.slice(0, 8)} --raw`);
    return run;
  }
}
