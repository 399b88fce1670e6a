import type { components } from "../../generated/core.ts";
import { incidentJson } from "../../incident/json.ts";
import type { Incident } from "../../model/incident.ts";

type IncidentAnswer = components["schemas"]["Incident"];

/** The room's form is the contract's, but for the lists of the diagnosis, which nobody may change there. */
export const presentIncident = (incident: Incident): IncidentAnswer => incidentJson(incident) as IncidentAnswer;
