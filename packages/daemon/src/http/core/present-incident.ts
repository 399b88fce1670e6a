import type { components } from "../../generated/core.ts";
import { incidentJson } from "../../incident/json.ts";
import type { Incident } from "../../model/incident.ts";

type IncidentAnswer = components["schemas"]["Incident"];

/** The room's form is the contract's; only the diagnosis, which is stored as JSON, has a looser type there. */
export const presentIncident = (incident: Incident): IncidentAnswer => incidentJson(incident) as IncidentAnswer;
