import { defineRunbookLink } from "../../command/define-runbook-link.ts";

export default defineRunbookLink({
  name: "unlink",
  summary: "Remove the link between a runbook and incidents.",
  outcome: "is no longer linked to",
  change: (client, incidentId, runbookId) => client.runbooks.unlink(incidentId, runbookId),
});
