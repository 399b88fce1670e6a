import { Flags } from "@oclif/core";
import { BaseCommand } from "../../../command/base-command.ts";
import { findIncident } from "../../../find/incident.ts";
import { listFlags } from "../../../flags/common-flags.ts";
import { incidentArg } from "../../../flags/incident-arg.ts";
import { commentListing, commentsText } from "../../../format/comment.ts";
import { collect } from "../../../query/collect.ts";

export default class CommentList extends BaseCommand {
  static override summary = "Show the comments on an incident, the newest last.";
  static override description =
    "A terminal shows full comments. In a pipe and with -o each comment is one row; --json has the original text.";
  static override examples = [
    "<%= config.bin %> incident comment list 019353e1",
    "<%= config.bin %> incident comment list 019353e1 --all --json | jq -r '.[].body'",
  ];
  static override args = incidentArg;
  static override flags = {
    limit: Flags.integer({
      description: "Maximum number of comments to show, the newest.",
      default: 200,
      min: 1,
      max: 1_000,
    }),
    all: Flags.boolean({ description: "Show all comments.", exclusive: ["limit"] }),
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
    else await this.showList(commentListing(comments), flags, "There are no comments.");
    if (page.nextCursor !== undefined) this.note(`These are the newest ${comments.length}. To show all: --all`);
    return comments;
  }
}
