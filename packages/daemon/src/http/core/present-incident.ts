import type { components } from "../../generated/interfaces.ts";
import { incidentJson } from "../../incident/json.ts";
import type { Incident } from "../../model/incident.ts";

type IncidentAnswer = components["schemas"]["Incident"];

/** The module's type is that of the contract, except that the lists of the diagnosis are read-only. */
export const presentIncident = (incident: Incident): IncidentAnswer => incidentJson(incident) as IncidentAnswer;
