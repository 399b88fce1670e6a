import { RunbookLinkCommand } from "../../command/runbook-link-command.ts";

export default class RunbookUnlink extends RunbookLinkCommand {
  static override summary = "Remove the link between a runbook and incidents.";
  static override strict = false;
  static override usage = "runbook unlink RUNBOOK INCIDENT…";
  static override examples = [
    "tocsin runbook unlink roll-back-payment-api 019353e1",
    "tocsin incidents --service checkout -o name | tocsin runbook unlink roll-back-payment-api -",
  ];

  async run() {
    return this.changeLinks(
      await this.parse(RunbookUnlink),
      (client, incidentId, runbookId) => client.runbooks.unlink(incidentId, runbookId),
      "is no longer linked to",
    );
  }
}
