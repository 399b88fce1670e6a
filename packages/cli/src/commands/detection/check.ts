import { Args } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes } from "../../failure/failure.ts";
import { deprecatedFieldNote, problemLine, validFileSummary } from "../../format/detection.ts";
import { readNonEmptyText } from "../../input/text-source.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

export default defineCommand({
  summary: "Check a detection file and list its errors.",
  description:
    "The daemon checks the file as it does at its start, and changes nothing. Each error has file, line and column; with errors the exit code is 1.",
  examples: ["tocsin detection check detection.yaml", "cat detection.yaml | tocsin detection check - --json"],
  args: { file: Args.string({ description: "Detection file in YAML; - reads stdin.", required: true }) },
  async request({ client, args }) {
    const found = await client.detection.check(await readNonEmptyText(args.file));
    for (const problem of found.problems) this.log(problemLine(args.file, problem));
    if (found.valid) {
      this.log(validFileSummary(args.file, found.rules));
      // A daemon of an older version doesn't answer the list.
      if (found.deprecated?.length) this.note(deprecatedFieldNote(found.deprecated));
      if (args.file !== "-") this.suggestNext(`detection preview ${quoteForShell(args.file)}`);
    } else process.exitCode = exitCodes.failure;
    return found;
  },
});
