import { Args, Flags } from "@oclif/core";
import type { DetectionRule, DetectionPreview as Preview, Tocsin } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { unknownServiceNote } from "../../find/unknown-service-note.ts";
import { listFlags, rangeFlags, usageError } from "../../flags/common-flags.ts";
import { chartStyleFor } from "../../format/chart.ts";
import { openingListing, previewSummary, problemLine } from "../../format/detection.ts";
import { readNonEmptyText } from "../../input/text-source.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { closestMatch } from "../../text/closest-match.ts";
import { programs } from "../../text/program-names.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

export default defineCommand({
  summary: "Show the incidents that a detection file would have opened in the last day.",
  description:
    "The daemon replays stored telemetry through the rules and stores nothing. Each line is an incident that would have opened, with the actual incident of that time. stderr summarizes each rule.",
  examples: [
    "tocsin detection preview detection.yaml",
    "tocsin detection preview detection.yaml --since 3d --rule queue-too-long",
    "cat detection.yaml | tocsin detection preview - --service checkout-api -o csv",
  ],
  args: {
    file: Args.string({ description: "Detection file in YAML; - reads stdin.", required: true }),
  },
  flags: {
    ...rangeFlags,
    rule: Flags.string({ description: "Only this rule of the file; can be repeated.", multiple: true }),
    service: Flags.string({ description: "Only the telemetry of this service." }),
    ...listFlags,
  },
  async request({ client, args, flags }): Promise<Preview> {
    const rules = await readNonEmptyText(args.file);
    await refuseUnsound(client, args.file, rules, flags.rule);
    if (this.isTerminal) this.note("Replaying stored telemetry; this may take half a minute.");
    const { since: from, until: to, service, rule: ruleIds } = flags;
    const preview = await client.detection.preview({
      rules,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(service !== undefined && { service }),
      ...(ruleIds && { ruleIds }),
    });
    await this.showList(openingListing(preview.openings), flags, "The file would have opened no incidents.");
    if (!this.jsonEnabled()) {
      const layout = { ...this.layout, drawing: chartStyleFor(process.env) };
      this.note(`${this.isTerminal ? "\n" : ""}${previewSummary(preview, layout)}`);
    }
    const doubt = service === undefined || preview.events > 0 ? undefined : await unknownServiceNote(client, service);
    if (doubt !== undefined) this.note(doubt);
    return preview;
  },
});

/** Fails if the file has errors or lacks a requested rule. */
async function refuseUnsound(client: Tocsin, file: string, text: string, asked: readonly string[] = []): Promise<void> {
  const { valid, problems, rules } = await client.detection.check(text);
  if (valid) {
    for (const id of asked) requireRule(rules, id);
    return;
  }
  throw new Failure(
    `${file} has errors:`,
    exitCodes.failure,
    ...problems.slice(0, 10).map((problem) => `  ${problemLine(file, problem)}`),
    ...(file === "-" ? [] : [`To list all errors: ${programs.cli} detection check ${quoteForShell(file)}`]),
  );
}

/** A preview of a missing or disabled rule would look like good news. */
function requireRule(rules: readonly DetectionRule[], id: string): void {
  const rule = rules.find((each) => each.id === id);
  const said = JSON.stringify(id);
  if (rule && !rule.enabled) throw usageError(`The file turns off the rule ${said}.`);
  if (rule) return;
  const guess = closestMatch(
    id,
    rules.map((each) => each.id),
  );
  throw usageError(`The file has no rule ${said}.${guess === undefined ? "" : ` Did you mean ${cleanLine(guess)}?`}`);
}
