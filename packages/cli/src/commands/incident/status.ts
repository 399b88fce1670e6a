import type { Incident, IncidentStatus, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { complain } from "../../complain.ts";
import { explain } from "../../explain.ts";
import { exitCodes, Failure } from "../../failure.ts";
import { findIncident } from "../../find-incident.ts";
import { pick, usageError } from "../../flags.ts";
import { statuses } from "../../format/incident.ts";
import { names } from "../../names.ts";

/** What one incident came to. */
type Outcome = { incident: Incident; from: IncidentStatus } | { id: string; error: unknown };

/** What most people do after such a move. */
function nextStep(status: IncidentStatus, id: string): string {
  if (status === "RESOLVED" || status === "CLOSED") return `${names.cli} incidents --status OPEN`;
  return status === "REMEDIATING"
    ? `${names.cli} incident wait ${id} --for RESOLVED`
    : `${names.cli} incident show ${id}`;
}

export default class IncidentStatusCommand extends BaseCommand {
  static override summary = "Move incidents into a status.";
  static override description =
    `Give one or more ids, then the status: ${statuses.join(", ")}. Every one of them is tried; it fails if one of them did.`;
  static override usage = "incident status ID… STATUS";
  static override examples = [
    "<%= config.bin %> incident status 019353e1 investigating",
    "<%= config.bin %> incident status 019353e1 019353f2 RESOLVED",
  ];
  static override strict = false;

  async run() {
    const { argv, flags } = await this.parse(IncidentStatusCommand);
    const words = argv.map(String);
    if (words.length < 2)
      throw usageError(
        `Give one or more ids and a status, for example: ${names.cli} incident status 019353e1 RESOLVED`,
      );
    const status = pick(words.at(-1) ?? "", statuses);
    const client = await (await this.session(flags)).client();
    const outcomes: Outcome[] = [];
    for (const id of words.slice(0, -1)) outcomes.push(await this.move(client, id, status));

    const failed = outcomes.filter((outcome) => "error" in outcome);
    if (failed.length === 1 && outcomes.length === 1) throw failed[0]?.error;
    if (failed.length > 0) process.exitCode = exitCodes.failure;
    for (const outcome of failed)
      if (!this.jsonEnabled()) await complain(new Failure(`${outcome.id}: ${explain(outcome.error).message}`));
    return outcomes.map((outcome) =>
      "error" in outcome ? { id: outcome.id, error: explain(outcome.error).json } : outcome.incident,
    );
  }

  private async move(client: Tocsin, id: string, status: IncidentStatus): Promise<Outcome> {
    try {
      const { id: whole, status: from } = await findIncident(client, id);
      const incident = await client.incidents.changeStatus(whole, status);
      const short = whole.slice(0, 8);
      this.log(from === status ? `${short} is ${status} already.` : `${short} ${from} → ${incident.status}`);
      if (this.isTerminal) this.note(`Next: ${nextStep(status, short)}`);
      return { incident, from };
    } catch (error) {
      return { id, error };
    }
  }
}
