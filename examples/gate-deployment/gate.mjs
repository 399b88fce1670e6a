// Whether a service may be deployed now: node gate.mjs SERVICE [SEVERITY,…]
// Ends with 0 where nothing stands against it, 1 where an incident does, 2 where nobody could say.
import { Tocsin, TocsinError } from "@tocsin/sdk";

const [service, severities = "CRITICAL"] = process.argv.slice(2);
if (!service) {
  console.error("Usage: node gate.mjs SERVICE [SEVERITY,…]");
  process.exit(2);
}
const over = new Set(["RESOLVED", "CLOSED"]);

try {
  const tocsin = new Tocsin();
  const against = [];
  for (const severity of severities.toUpperCase().split(",")) {
    for await (const incident of tocsin.incidents.listAll({ service, severity, deduplicated: true }))
      if (!over.has(incident.status)) against.push(incident);
  }
  // Titles come from logs: escaped, they can't paint on the terminal or speak to the CI system.
  for (const { id, severity, status, title } of against)
    console.log(`${id} ${severity} ${status} ${JSON.stringify(title)}`);
  console.error(against.length > 0 ? `${service} has open incidents: not now.` : `Nothing stands against ${service}.`);
  process.exitCode = against.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof TocsinError)) throw error;
  console.error(`Nobody knows whether ${service} may be deployed: ${error.message}`);
  process.exitCode = 2;
}
