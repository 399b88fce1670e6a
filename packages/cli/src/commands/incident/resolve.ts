import { Flags } from "@oclif/core";
import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { noteOwnOpenIncidents } from "../../change/own-open-incidents.ts";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/items.ts";
import { findOwnMember } from "../../find/members.ts";
import { changeFlags, usageError } from "../../flags/common-flags.ts";
import { readClaims } from "../../session/claims.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default class IncidentResolve extends BaseCommand {
  static override summary = "Resolve incidents, with an optional comment.";
  static override description =
    "Moves the incidents and their open children to RESOLVED. Give ids, or - to read them from stdin.";
  static override usage = "incident resolve INCIDENT…";
  static override examples = [
    "tocsin incident resolve 019353e1",
    'tocsin incident resolve 019353e1 --comment "Rolled back to v2.30"',
    "tocsin incidents --me --state open -o name | tocsin incident resolve -",
  ];
  static override strict = false;
  static override flags = {
    comment: Flags.string({ char: "c", description: "Comment to add to each incident.", helpValue: "<text>" }),
    ...changeFlags,
  };

  async run(): Promise<unknown[]> {
    const { argv, flags } = await this.parse(IncidentResolve);
    if (argv.length === 0) throw usageError("Give at least one id", "incident resolve 019353e1");
    if (flags.comment?.trim() === "") throw usageError("The comment is empty.");
    const client = await this.client(flags);
    const { token } = (await this.session(flags)).profile;
    const author = readClaims(token).subject ?? "unknown";
    const answer = await this.forEachId(argv.map(String), (id) => this.resolve(client, id, author, flags.comment));
    if (this.isTerminal && !flags["dry-run"]) {
      const me: TeamMember | undefined = await findOwnMember(client, token).catch(() => undefined);
      await noteOwnOpenIncidents(client, me, (text) => this.note(text));
    }
    return answer;
  }

  private async resolve(client: Tocsin, given: string, author: string, comment: string | undefined) {
    const before = await findIncident(client, given);
    const short = cleanLine(before.id).slice(0, 8);
    const after = await client.incidents.changeStatus(before.id, "RESOLVED");
    this.log(
      before.status === "RESOLVED"
        ? `${short} is already RESOLVED.`
        : `${short} ${cleanLine(before.status)} → RESOLVED`,
    );
    // The comment comes last: repeating the command after a failure must not add it twice.
    if (comment !== undefined) await client.comments.add(before.id, { author, body: comment });
    this.suggestNext(`incident postmortem ${short}`);
    return after;
  }
}
