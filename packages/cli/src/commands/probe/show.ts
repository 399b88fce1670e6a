import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { incidentItem } from "../../find/items.ts";
import { findProbeRun } from "../../find/runs.ts";
import { probeDetails } from "../../format/probe.ts";
import { cleanText } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Show one probe: its parameters, findings and output.",
  description: "--raw prints only the output, without control sequences; with --json it is `output`.",
  examples: ["tocsin probe show 019353e1 0198c1d7", "tocsin probe show 019353e1 0198c1d7 --raw | grep -i timeout"],
  args: { run: Args.string({ description: "Id of the run, or at least its first 6 characters.", required: true }) },
  flags: { raw: Flags.boolean({ description: "Print only the output." }) },
  item: incidentItem,
  async request({ client, item: { id }, args, flags }) {
    const run = await findProbeRun(client, id, args.run);
    if (flags.raw) {
      const output = cleanText(await client.diagnostics.output(id, run.id));
      if (!this.jsonEnabled()) process.stdout.write(output.endsWith("\n") ? output : `${output}\n`);
      return { id: run.id, output };
    }
    this.log(probeDetails(run, this.layout));
    if (run.hasRawOutput) this.suggestNext(`probe show ${id.slice(0, 8)} ${run.id.slice(0, 8)} --raw`);
    return run;
  },
});
