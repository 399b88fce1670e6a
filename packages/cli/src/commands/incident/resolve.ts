import { Flags } from "@oclif/core";
import { noteOwnOpenIncidents } from "../../change/own-open-incidents.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findIncident } from "../../find/items.ts";
import { findOwnMember } from "../../find/members.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { readClaims } from "../../session/claims.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Resolve incidents, with an optional comment.",
  description: "Moves the incidents and their open children to RESOLVED. Give ids, or - to read them from stdin.",
  usage: "incident resolve INCIDENT…",
  examples: [
    "tocsin incident resolve 019353e1",
    'tocsin incident resolve 019353e1 --comment "Rolled back to v2.30"',
    "tocsin incidents --me --state open -o name | tocsin incident resolve -",
  ],
  flags: {
    comment: Flags.string({ char: "c", description: "Comment to add to each incident.", helpValue: "<text>" }),
    ...changeFlags,
  },
  strict: false,
  async run({ argv, flags }) {
    if (argv.length === 0) throw usageError("Give at least one id", "incident resolve 019353e1");
    const { comment: body } = flags;
    if (body?.trim() === "") throw usageError("The comment is empty.");
    const client = await this.client(flags);
    const { token } = (await this.session(flags)).profile;
    const author = readClaims(token).subject ?? "unknown";
    const answer = await this.forEachId(argv, async (given) => {
      const { id, status } = await findIncident(client, given);
      const short = cleanLine(id).slice(0, 8);
      const after = await client.incidents.changeStatus(id, "RESOLVED");
      this.log(status === "RESOLVED" ? `${short} is already RESOLVED.` : `${short} ${cleanLine(status)} → RESOLVED`);
      // The comment comes last: repeating the command after a failure must not add it twice.
      if (body !== undefined) await client.comments.add(id, { author, body });
      this.suggestNext(`incident postmortem ${short}`);
      return after;
    });
    if (this.isTerminal && !flags["dry-run"]) {
      const me = await findOwnMember(client, token).catch(() => undefined);
      await noteOwnOpenIncidents(client, me, (text) => this.note(text));
    }
    return answer;
  },
});
