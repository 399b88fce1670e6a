import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { listFlags, rangeFlags } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { probeListing } from "../../format/probe.ts";

export default class ProbeRuns extends BaseCommand {
  static override summary = "List the probes of an incident, the newest first.";
  static override examples = [
    "<%= config.bin %> probe runs 019353e1",
    "<%= config.bin %> probe runs 019353e1 --since 1h",
  ];
  static override args = incidentArg;
  static override flags = {
    ...rangeFlags,
    limit: Flags.integer({ description: "Maximum number of runs to list.", default: 20, min: 1, max: 100 }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(ProbeRuns);
    const { since: from, until: to, limit } = flags;
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const runs = await client.diagnostics.runs(id, { from, to, limit });
    await this.showList(probeListing(runs), flags, "No probe was run.");
    return runs;
  }
}
