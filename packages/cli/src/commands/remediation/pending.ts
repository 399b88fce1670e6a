import { BaseCommand } from "../../base-command.ts";
import { actionList } from "../../format/action.ts";
import { names } from "../../names.ts";

const LIMIT = 500;

export default class RemediationPending extends BaseCommand {
  static override summary = "List what waits for approval.";
  static override examples = [
    "<%= config.bin %> remediation pending",
    "<%= config.bin %> remediation pending --json | jq -r .[].id",
  ];

  async run() {
    const { flags } = await this.parse(RemediationPending);
    const client = await (await this.session(flags)).client();
    const actions = await client.remediation.actions({ status: "PENDING_APPROVAL", limit: LIMIT });
    if (this.jsonEnabled()) return actions;
    const [first] = actions;
    if (first) {
      this.log(actionList(actions, this.isTerminal ? this.width : undefined, Date.now(), this.paint));
      if (this.isTerminal) this.note(`\nNext: ${names.cli} remediation approve ${first.id.slice(0, 8)}`);
    } else if (this.isTerminal) this.note("Nothing waits for approval.");
    return actions;
  }
}
