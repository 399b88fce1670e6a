import type { IncidentStatus } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { findIncident } from "../../find/items.ts";
import { changeFlags, parseWord, usageError } from "../../flags/common-flags.ts";
import { statuses } from "../../format/incident.ts";
import { cleanLine } from "../../text/clean-text.ts";

/** The usual next command after a status change. */
function nextStep(status: IncidentStatus, id: string): string {
  if (status === "RESOLVED" || status === "CLOSED") return "incidents --me --state open";
  return status === "REMEDIATING" ? `incident wait ${id} --for RESOLVED` : `incident show ${id}`;
}

export default defineCommand({
  summary: "Move incidents to a status.",
  description: `Give ids, or - to read them from stdin, then the status: ${statuses.join(", ")}. The command tries all of them, and fails if one fails.`,
  usage: "incident status INCIDENT… STATUS",
  examples: [
    "tocsin incident status 019353e1 investigating",
    "tocsin incident status 019353e1 019353f2 RESOLVED",
    "tocsin incidents --service checkout --all -o name | tocsin incident status - closed",
  ],
  flags: changeFlags,
  strict: false,
  async run({ argv: words, flags }) {
    if (words.length < 2) throw usageError("Give at least one id and a status", "incident status 019353e1 RESOLVED");
    const status = parseWord(words.at(-1) ?? "", statuses);
    const client = await this.client(flags);
    return this.forEachId(words.slice(0, -1), async (id) => {
      const { id: whole, status: from } = await findIncident(client, id);
      const incident = await client.incidents.changeStatus(whole, status);
      const short = cleanLine(whole).slice(0, 8);
      this.log(
        from === status
          ? `${short} is already ${status}.`
          : `${short} ${cleanLine(from)} → ${cleanLine(incident.status)}`,
      );
      this.suggestNext(nextStep(status, short));
      return incident;
    });
  },
});
