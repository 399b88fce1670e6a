import type { components } from "../../generated/core.ts";
import { changeStatus } from "../../incident/change-status.ts";
import { createIncident } from "../../incident/create.ts";
import { type IncidentJson, incidentJson } from "../../incident/json.ts";
import type { IncidentStore } from "../../incident/store.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { INCIDENTS_LIMIT_DEFAULT } from "../../model/limits.ts";
import type { TimelineEvent } from "../../model/timeline-event.ts";
import { nextLink } from "./link.ts";
import type { Routes } from "./route.ts";

type IncidentAnswer = components["schemas"]["Incident"];

/** The room's form is the contract's; only the diagnosis, which is stored as JSON, has a looser type there. */
const present = (incident: IncidentJson): IncidentAnswer => incident as IncidentAnswer;

const presentTimeline = ({ createdAt, metadata, ...event }: TimelineEvent) => ({
  ...event,
  metadata: { ...metadata },
  createdAt: toIso(createdAt),
});

export interface IncidentRoutesDeps {
  readonly incidents: IncidentStore;
  readonly clock: Clock;
}

/** Contract 4.1. */
export const incidentRoutes = ({ incidents, clock }: IncidentRoutesDeps) =>
  ({
    listIncidents: async ({ scope, query, request }) => {
      const { deduplicated, sortBy = "recency", limit = INCIDENTS_LIMIT_DEFAULT, ...filter } = query;
      const page = await incidents.list(scope, { ...filter, sortBy, limit, deduplicated: deduplicated === "true" });
      const headers = {
        "x-total-count": String(page.total),
        "x-total-count-relation": page.totalIsExact ? "eq" : "gte",
        ...nextLink(request, page.cursor),
      };
      return { status: 200, headers, body: page.incidents.map((each) => present(incidentJson(each))) };
    },
    createIncident: async ({ scope, body }) => {
      const incident = await createIncident(incidents, scope, body, clock.now());
      return { status: 201, body: present(incidentJson(incident)) };
    },
    getIncident: async ({ scope, path }) => ({
      status: 200,
      body: present(incidentJson(await incidents.get(scope, path.id))),
    }),
    changeIncidentStatus: async ({ scope, path, body }) => {
      const incident = await changeStatus(incidents, scope, path.id, body.status, clock.now());
      return { status: 200, body: present(incidentJson(incident)) };
    },
    listIncidentEvents: async ({ scope, path }) => ({
      status: 200,
      body: (await incidents.timeline(scope, path.id)).map(presentTimeline),
    }),
  }) satisfies Partial<Routes>;
