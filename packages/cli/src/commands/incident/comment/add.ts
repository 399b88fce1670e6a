import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../../command/define-command.ts";
import { findIncident, incidentItem } from "../../../find/items.ts";
import { changeFlags } from "../../../flags/common-flags.ts";
import { authorText } from "../../../format/author.ts";
import { readMessage } from "../../../input/message.ts";
import { readClaims } from "../../../session/claims.ts";
import { cleanLine } from "../../../text/clean-text.ts";

export default defineCommand({
  summary: "Comment on an incident.",
  description:
    "The text is the argument, or comes from stdin, or from $EDITOR on a terminal. The author is the subject of your login.",
  examples: [
    'tocsin incident comment add 019353e1 "Looks like the pool again"',
    "tocsin incident comment add 019353e1 < findings.md",
    "EDITOR=vim tocsin incident comment add 019353e1",
  ],
  args: { ...incidentItem.args, text: Args.string({ description: "Text of the comment; - reads stdin." }) },
  flags: {
    author: Flags.string({ description: "Name of the author; by default the subject of your login." }),
    ...changeFlags,
  },
  async run({ args, flags }) {
    const session = await this.session(flags);
    const client = await this.client(flags);
    // Find the incident before the editor opens, so that a wrong id fails early.
    const { id } = await findIncident(client, args.incident);
    const body = await readMessage(args.text, "The comment");
    const author = flags.author ?? readClaims(session.profile.token).subject ?? "unknown";
    const comment = await client.comments.add(id, { author, body });
    const short = cleanLine(id).slice(0, 8);
    this.log(`${short} comment ${cleanLine(comment.id)} by ${authorText(comment.author, comment.actor)}`);
    this.suggestNext(`incident comment list ${short}`);
    return comment;
  },
});
