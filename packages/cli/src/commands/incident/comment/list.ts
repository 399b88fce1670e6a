import { Flags } from "@oclif/core";
import { BaseCommand } from "../../../command/base-command.ts";
import { findIncident } from "../../../find/incident.ts";
import { listFlags } from "../../../flags/common-flags.ts";
import { incidentArg } from "../../../flags/incident-arg.ts";
import { commentListing, commentsText } from "../../../format/comment.ts";
import { collect } from "../../../query/collect.ts";

export default class CommentList extends BaseCommand {
  static override summary = "Read the comments on an incident, the newest last.";
  static override description =
    "On a terminal they are whole, to be read. In a pipe and with -o each is one row; --json has their text as it was written.";
  static override examples = [
    "<%= config.bin %> incident comment list 019353e1",
    "<%= config.bin %> incident comment list 019353e1 --all --json | jq -r '.[].body'",
  ];
  static override args = incidentArg;
  static override flags = {
    limit: Flags.integer({ description: "Most comments to show, the newest.", default: 200, min: 1, max: 1_000 }),
    all: Flags.boolean({ description: "Every comment.", exclusive: ["limit"] }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(CommentList);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const page = flags.all
      ? { items: await collect(client.comments.listAll(id, { limit: 1_000 })), nextCursor: undefined }
      : await client.comments.list(id, { limit: flags.limit });
    const comments = page.items.toReversed();
    if (this.isTerminal && flags.output === undefined && comments.length > 0)
      this.log(commentsText(comments, this.layout));
    else await this.showList(commentListing(comments), flags, "Nobody has commented on it.");
    if (page.nextCursor !== undefined) this.note(`The newest ${comments.length}. For all: --all`);
    return comments;
  }
}
