import { OnCallCommand } from "../../command/on-call-command.ts";

export default class TeamOn extends OnCallCommand {
  static override summary = "Put people on call.";
  static override strict = false;
  static override usage = "team on MEMBER…";
  static override examples = ["tocsin team on ada@example.com", 'tocsin team on "Grace Hopper" 019353e1'];

  async run() {
    return this.setOnCall(await this.parse(TeamOn), true);
  }
}
