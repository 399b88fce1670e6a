import { Args } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { deprecatedFieldNote, problemLine, validFileSummary } from "../../format/detection.ts";
import { readNonEmptyText } from "../../input/text-source.ts";
import { programs } from "../../text/program-names.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

export default class DetectionCheck extends BaseCommand {
  static override summary = "Check a detection file and list its errors.";
  static override description =
    "The daemon checks the file as it does at its start, and changes nothing. Each error has file, line and column; with errors the exit code is 1.";
  static override examples = [
    "<%= config.bin %> detection check detection.yaml",
    "cat detection.yaml | <%= config.bin %> detection check - --json",
  ];
  static override args = {
    file: Args.string({ description: "Detection file in YAML; - reads stdin.", required: true }),
  };

  async run() {
    const { args, flags } = await this.parse(DetectionCheck);
    const client = await this.client(flags);
    const found = await client.detection.check(await readNonEmptyText(args.file));
    for (const problem of found.problems) this.log(problemLine(args.file, problem));
    if (found.valid) {
      this.log(validFileSummary(args.file, found.rules));
      // A daemon of an older version doesn't answer the list.
      if (found.deprecated?.length) this.note(deprecatedFieldNote(found.deprecated));
      if (args.file !== "-") this.suggestNext(`${programs.cli} detection preview ${quoteForShell(args.file)}`);
    } else process.exitCode = exitCodes.failure;
    return found;
  }
}
