import { defineRunbookLink } from "../../command/define-runbook-link.ts";

export default defineRunbookLink({
  name: "link",
  summary: "Link a runbook to incidents.",
  outcome: "is linked to",
  change: (client, incidentId, runbookId) => client.runbooks.link(incidentId, runbookId),
});
