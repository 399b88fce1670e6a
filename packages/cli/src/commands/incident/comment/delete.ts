import type { Comment, Tocsin } from "@tocsin/sdk";
import { readIds } from "../../../change/for-each-id.ts";
import { defineCommand } from "../../../command/define-command.ts";
import { findById } from "../../../find/by-id.ts";
import { findIncident } from "../../../find/items.ts";
import { changeFlags, usageError } from "../../../flags/common-flags.ts";
import { confirm, confirmFlags } from "../../../input/confirm.ts";
import { cleanLine } from "../../../text/clean-text.ts";

export default defineCommand({
  summary: "Delete comments of an incident, also from its timeline.",
  description:
    "Give the incident and ids of comments, or - to read them from stdin. The command asks before it deletes.",
  usage: "incident comment delete INCIDENT COMMENT…",
  examples: [
    "tocsin incident comment delete 019353e1 0198c1da",
    "tocsin incident comment list 019353e1 -o name | tocsin incident comment delete 019353e1 - --yes",
  ],
  flags: { ...confirmFlags, ...changeFlags },
  strict: false,
  async run({ argv: [given, ...words], flags }) {
    if (given === undefined || words.length === 0)
      throw usageError("Give an incident and the id of a comment", "incident comment delete 019353e1 0198c1da");
    const ids = await readIds(words);
    if (ids.length === 0) {
      this.note("There are no ids on stdin. Nothing was changed.");
      return [];
    }
    const client = await this.client(flags);
    const incident = await findIncident(client, given);
    await confirm(ids.length === 1 ? `Delete the comment ${ids[0]}?` : `Delete ${ids.length} comments?`, flags);
    return this.forEachId(ids, async (id) => {
      const comment = await findComment(client, incident.id, id);
      const answer = await client.comments.delete(incident.id, comment);
      this.log(`${cleanLine(comment).slice(0, 8)} is deleted.`);
      return { id: comment, ...answer };
    });
  },
});

/** Resolves a short id of a comment. The API has no request for a single comment. */
async function findComment(client: Tocsin, incidentId: string, given: string): Promise<string> {
  const { id } = await findById<Pick<Comment, "id" | "body">>(given, {
    what: "comment",
    list: `incident comment list ${incidentId.slice(0, 8)}`,
    get: async (whole) => ({ id: whole, body: "" }),
    newest: () => client.comments.listAll(incidentId, { limit: 1_000 }),
    nameOf: ({ body }) => body.slice(0, 60),
  });
  return id;
}
