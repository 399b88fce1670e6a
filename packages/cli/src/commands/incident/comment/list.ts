import { Flags } from "@oclif/core";
import { defineCommand } from "../../../command/define-command.ts";
import { incidentItem } from "../../../find/items.ts";
import { listFlags } from "../../../flags/common-flags.ts";
import { commentListing, commentsText } from "../../../format/comment.ts";
import { collect } from "../../../query/pages.ts";

export default defineCommand({
  summary: "Show the comments on an incident, the newest last.",
  description:
    "A terminal shows full comments. In a pipe and with -o each comment is one row; --json has the original text.",
  examples: [
    "tocsin incident comment list 019353e1",
    "tocsin incident comment list 019353e1 --all --json | jq -r '.[].body'",
  ],
  flags: {
    limit: Flags.integer({
      description: "Maximum number of comments to show, the newest.",
      default: 200,
      min: 1,
      max: 1_000,
    }),
    all: Flags.boolean({ description: "Show all comments.", exclusive: ["limit"] }),
    ...listFlags,
  },
  item: incidentItem,
  async request({ client, item: { id }, flags }) {
    const { items, nextCursor } = flags.all
      ? { items: await collect(client.comments.listAll(id, { limit: 1_000 })), nextCursor: undefined }
      : await client.comments.list(id, { limit: flags.limit });
    const comments = items.toReversed();
    const page = () => commentsText(comments, this.layout);
    await this.showList(commentListing(comments), flags, "There are no comments.", page);
    if (nextCursor !== undefined) this.note(`These are the newest ${comments.length}. To show all: --all`);
    return comments;
  },
});
