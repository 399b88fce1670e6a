import { OnCallCommand } from "../../command/on-call-command.ts";

export default class TeamOff extends OnCallCommand {
  static override summary = "Take people off call.";
  static override strict = false;
  static override usage = "team off MEMBER…";
  static override examples = ["tocsin team off ada@example.com", 'tocsin team off "Grace Hopper" 019353e1'];

  async run() {
    return this.setOnCall(await this.parse(TeamOff), false);
  }
}
