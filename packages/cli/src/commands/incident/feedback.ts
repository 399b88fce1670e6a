import { Flags } from "@oclif/core";
import type { FeedbackVerdict, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/items.ts";
import { changeFlags, listFlags, usageError } from "../../flags/common-flags.ts";
import { feedbackListing, parseVerdict } from "../../format/detection-quality.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class IncidentFeedbackCommand extends BaseCommand {
  static override summary = "Judge incidents as useful or noise.";
  static override description =
    "Verdicts measure the rules that opened the incidents (detection performance). Each person has one verdict; the last one " +
    "counts. Give ids, or - to read them from stdin, then useful or noise. An id alone lists the verdicts on that incident.";
  static override usage = "incident feedback INCIDENT… [useful|noise]";
  static override examples = [
    "tocsin incident feedback 019353e1 noise",
    'tocsin incident feedback 019353e1 019353f2 useful --note "We lost orders"',
    "tocsin incidents --service import --state resolved -o name | tocsin incident feedback - noise",
    "tocsin incident feedback 019353e1",
  ];
  static override strict = false;
  static override flags = {
    note: Flags.string({ char: "n", description: "Reason, up to 2,000 characters.", helpValue: "<text>" }),
    ...listFlags,
    ...changeFlags,
  };

  async run(): Promise<unknown> {
    const { argv, flags } = await this.parse(IncidentFeedbackCommand);
    const words = argv.map(String);
    const verdict = parseVerdict(words.at(-1) ?? "");
    const ids = verdict ? words.slice(0, -1) : words;
    if (ids.length === 0 || (verdict === undefined && ids.length > 1))
      throw usageError("Give at least one id, then useful or noise", "incident feedback 019353e1 noise");
    if (verdict === undefined && flags.note !== undefined) throw usageError("--note needs a verdict: useful or noise.");
    const client = await this.client(flags);
    if (verdict === undefined) return this.list(client, ids[0] ?? "", flags);
    return this.forEachId(ids, (given) => this.give(client, given, verdict, flags.note));
  }

  private async list(client: Tocsin, given: string, flags: { readonly output?: "wide" | "csv" | "name" | undefined }) {
    const { id } = await findIncident(client, given);
    const items = await client.feedback.list(id);
    await this.showList(feedbackListing(items), flags, "There is no feedback on it.");
    if (items.length === 0) this.suggestNext(`incident feedback ${cleanLine(id).slice(0, 8)} useful`);
    return items;
  }

  private async give(client: Tocsin, given: string, verdict: FeedbackVerdict, note: string | undefined) {
    const { id } = await findIncident(client, given);
    const feedback = await client.feedback.give(id, { verdict, ...(note !== undefined && { note }) });
    this.log(`${cleanLine(id).slice(0, 8)} is ${cleanLine(feedback.verdict)}, says ${cleanLine(feedback.by)}.`);
    this.suggestNext("detection performance");
    return feedback;
  }
}
