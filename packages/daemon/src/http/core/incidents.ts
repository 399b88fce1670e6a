import type { CatalogReader } from "../../catalog/catalog.ts";
import { changeStatus } from "../../incident/change-status.ts";
import { createIncident } from "../../incident/create.ts";
import type { IncidentStore } from "../../incident/store.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { INCIDENTS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import type { TimelineEvent } from "../../model/timeline-event.ts";
import { nextLink } from "./next-link.ts";
import { presentIncident } from "./present-incident.ts";
import type { Routes } from "./route.ts";

const presentTimeline = ({ createdAt, metadata, ...event }: TimelineEvent) => ({
  ...event,
  metadata: { ...metadata },
  createdAt: toIso(createdAt),
});

export interface IncidentRoutesDeps {
  readonly incidents: IncidentStore;
  readonly catalog: CatalogReader;
  readonly clock: Clock;
}

/** Contract 4.1. */
export const incidentRoutes = ({ incidents, catalog, clock }: IncidentRoutesDeps) =>
  ({
    listIncidents: async ({ scope, query, request }) => {
      const { deduplicated, sortBy = "recency", limit = INCIDENTS_LIMIT_DEFAULT, ...filter } = query;
      const page = await incidents.list(scope, { ...filter, sortBy, limit, deduplicated: deduplicated === "true" });
      const headers = {
        "x-total-count": String(page.total),
        "x-total-count-relation": page.totalIsExact ? "eq" : "gte",
        ...nextLink(request, page.cursor),
      };
      return { status: 200, headers, body: page.incidents.map(presentIncident) };
    },
    createIncident: async ({ scope, body }) => {
      const opened = await createIncident(incidents, catalog, scope, body, clock.now());
      if (opened.outcome === "opened") return { status: 201, body: presentIncident(opened.incident) };
      const { ruleId, decisionId } = opened;
      return { status: 200, body: { suppressed: true, ruleId, decisionId } };
    },
    getIncident: async ({ scope, path }) => ({
      status: 200,
      body: presentIncident(await incidents.get(scope, path.id)),
    }),
    changeIncidentStatus: async ({ scope, path, body }) => {
      const incident = await changeStatus(incidents, scope, path.id, body.status, clock.now());
      return { status: 200, body: presentIncident(incident) };
    },
    listIncidentEvents: async ({ scope, path }) => ({
      status: 200,
      body: (await incidents.timeline(scope, path.id)).map(presentTimeline),
    }),
  }) satisfies Partial<Routes>;
