import { RunbookLinkCommand } from "../../command/runbook-link-command.ts";

export default class RunbookLink extends RunbookLinkCommand {
  static override summary = "Link a runbook to incidents.";
  static override strict = false;
  static override usage = "runbook link RUNBOOK INCIDENT…";
  static override examples = [
    "tocsin runbook link roll-back-payment-api 019353e1",
    "tocsin incidents --service checkout -o name | tocsin runbook link roll-back-payment-api -",
  ];

  async run() {
    return this.changeLinks(
      await this.parse(RunbookLink),
      (client, incidentId, runbookId) => client.runbooks.link(incidentId, runbookId),
      "is linked to",
    );
  }
}
