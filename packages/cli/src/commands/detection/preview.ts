import { Args, Flags } from "@oclif/core";
import type { DetectionPreview as Preview, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { listFlags, rangeFlags } from "../../flags.ts";
import { drawingOf } from "../../format/chart.ts";
import { openingListing, previewSummary, problemLine } from "../../format/detection.ts";
import { readSource } from "../../input/source.ts";
import { names } from "../../names.ts";

export default class DetectionPreview extends BaseCommand {
  static override summary = "Say what a detection file would have opened, by the telemetry of the last day.";
  static override description =
    "The daemon runs the rules over what it stored, as it runs them over what comes in, and writes nothing. A line is an incident that would have opened, with the incident that there was at that time. What each rule comes to is said on stderr.";
  static override examples = [
    "<%= config.bin %> detection preview detection.yaml",
    "<%= config.bin %> detection preview detection.yaml --since 3d --rule queue-too-long",
    "cat detection.yaml | <%= config.bin %> detection preview - --service checkout-api -o csv",
  ];
  static override args = {
    file: Args.string({ description: "The file, in YAML; - reads stdin.", required: true }),
  };
  static override flags = {
    ...rangeFlags,
    rule: Flags.string({ description: "Only this rule of the file; may be given several times.", multiple: true }),
    service: Flags.string({ description: "Only the telemetry of this service." }),
    ...listFlags,
  };

  async run(): Promise<Preview> {
    const { args, flags } = await this.parse(DetectionPreview);
    const client = await this.client(flags);
    const rules = await readSource(args.file);
    await this.refuseUnsound(client, args.file, rules);
    if (this.isTerminal) this.note("Going through the stored telemetry; this may take half a minute.");
    const { since: from, until: to, service, rule: ruleIds } = flags;
    const preview = await client.detection.preview({
      rules,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(service !== undefined && { service }),
      ...(ruleIds && { ruleIds }),
    });
    await this.showList(openingListing(preview.openings), flags, "It would have opened nothing.");
    if (!this.jsonEnabled()) {
      const sheet = { width: this.width, paint: this.paint, drawing: drawingOf(process.env) };
      this.note(`${this.isTerminal ? "\n" : ""}${previewSummary(preview, sheet)}`);
    }
    return preview;
  }

  /** Says what is wrong with a file as `detection check` does. */
  private async refuseUnsound(client: Tocsin, file: string, rules: string): Promise<void> {
    const { valid, problems } = await client.detection.check(rules);
    if (valid) return;
    throw new Failure(
      `${file} isn't sound:`,
      exitCodes.failure,
      ...problems.slice(0, 10).map((problem) => `  ${problemLine(file, problem)}`),
      `For all of it: ${names.cli} detection check ${file}`,
    );
  }
}
