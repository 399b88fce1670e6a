import { exportColumns, exportedIncidents } from "../../incident/export.ts";
import { draftPostmortem, type PostmortemStore } from "../../incident/postmortem.ts";
import { type IncidentSumStore, incidentStats, incidentTimeline } from "../../incident/stats.ts";
import type { IncidentStore } from "../../incident/store.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { addWorkflowEvent } from "../../incident/workflow.ts";
import type { Clock } from "../../kernel/clock.ts";
import { EXPORT_LIMIT_DEFAULT, EXPORT_STALL_MS_MAX, TIMELINE_HOURS_DEFAULT } from "../../model/page-limits.ts";
import type { Routes } from "./route.ts";
import { sendCsv } from "./send-csv.ts";

export interface OverviewRoutesDeps {
  readonly incidents: IncidentStore;
  readonly incidentSums: IncidentSumStore;
  readonly units: UnitsOfWork;
  readonly postmortems: PostmortemStore;
  readonly clock: Clock;
}

/** Contract 4.1: what is said of many incidents at once, and what is told of one. */
export const overviewRoutes = ({ incidents, incidentSums, units, postmortems, clock }: OverviewRoutesDeps) =>
  ({
    getIncidentStats: async ({ scope, query }) => ({
      status: 200,
      body: await incidentStats(incidentSums, scope, query.days, clock.now()),
    }),
    getIncidentTimeline: async ({ scope, query }) => ({
      status: 200,
      body: await incidentTimeline(incidentSums, scope, query.hours ?? TIMELINE_HOURS_DEFAULT, clock.now()),
    }),
    exportIncidents: async ({ scope, query, response }) => {
      const { deduplicated, sortBy = "recency", limit = EXPORT_LIMIT_DEFAULT, ...filter } = query;
      const wanted = { ...filter, sortBy, limit, deduplicated: deduplicated === "true" };
      await sendCsv(response, {
        name: "incidents-export.csv",
        columns: exportColumns,
        rows: exportedIncidents(incidents, scope, wanted),
        stallMsMax: EXPORT_STALL_MS_MAX,
      });
      return null;
    },
    addWorkflowEvent: async ({ scope, path, body }) => {
      await addWorkflowEvent(units, scope, path.id, body, clock.now());
      return { status: 200, body: { created: true } };
    },
    draftPostmortem: async ({ scope, path, response }) => {
      const draft = await draftPostmortem(postmortems, scope, path.id, clock.now());
      response.status(200).type("text/markdown; charset=utf-8").send(draft);
      return null;
    },
  }) satisfies Partial<Routes>;
