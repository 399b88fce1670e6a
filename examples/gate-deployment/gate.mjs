// Whether a service may be deployed now: node gate.mjs SERVICE [SEVERITY,…]
// Ends with 0 where nothing stands against it, 1 where an incident does, 2 where nobody could say.
import { Tocsin } from "@tocsin/sdk";

const [service, severities = "CRITICAL"] = process.argv.slice(2);
if (!service) {
  console.error("Usage: node gate.mjs SERVICE [SEVERITY,…]");
  process.exit(2);
}
/** Those that are not over. Asked for one by one: over the years, a service has many that are. */
const statuses = ["OPEN", "INVESTIGATING", "REMEDIATING"];

try {
  const tocsin = new Tocsin();
  // By id: one that moves on meanwhile may come twice.
  const against = new Map();
  for (const severity of severities.toUpperCase().split(/\s*,\s*/))
    for (const status of statuses)
      for await (const incident of tocsin.incidents.listAll({ service, severity, status, deduplicated: true }))
        against.set(incident.id, incident);
  // Titles come from logs: escaped, they can't paint on the terminal or speak to the CI system.
  for (const { id, severity, status, title } of against.values())
    console.log(`${id} ${severity} ${status} ${JSON.stringify(title)}`);
  console.error(against.size > 0 ? `${service} has open incidents: not now.` : `Nothing stands against ${service}.`);
  process.exitCode = against.size > 0 ? 1 : 0;
} catch (error) {
  // Whatever it is: thrown on, it would end with 1, which here means an incident.
  console.error(`Nobody knows whether ${service} may be deployed: ${error.message}`);
  process.exitCode = 2;
}
