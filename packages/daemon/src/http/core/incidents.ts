import type { CatalogReader } from "../../catalog/catalog.ts";
import type { DiagnosisJobStore } from "../../diagnose/job.ts";
import { changeStatus } from "../../incident/change-status.ts";
import { createIncident } from "../../incident/create-incident.ts";
import { exportColumns, exportedIncidents } from "../../incident/export-incidents.ts";
import { incidentJson } from "../../incident/incident-json.ts";
import { type IncidentSumStore, incidentStats, incidentTimeline } from "../../incident/incident-stats.ts";
import { draftPostmortem, type PostmortemStore } from "../../incident/postmortem.ts";
import type { SimilarIncident, SimilarIncidents } from "../../incident/similar-incidents.ts";
import type { IncidentStore } from "../../incident/store.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import { addWorkflowEvent } from "../../incident/workflow-events.ts";
import { type Clock, toIsoOrNull } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import {
  EXPORT_LIMIT_DEFAULT,
  EXPORT_STALL_MS_MAX,
  INCIDENTS_LIMIT_DEFAULT,
  SIMILAR_LIMIT_DEFAULT,
  TIMELINE_HOURS_DEFAULT,
} from "../../model/page-limits.ts";
import { created, nextLink, ok } from "./answers.ts";
import type { Routes } from "./route.ts";
import { sendCsv } from "./send-csv.ts";

export interface IncidentRoutesDeps {
  readonly incidents: IncidentStore;
  readonly incidentSums: IncidentSumStore;
  readonly catalog: CatalogReader;
  readonly units: UnitsOfWork;
  readonly diagnoses: Pick<DiagnosisJobStore, "ask">;
  readonly similar: SimilarIncidents;
  readonly postmortems: PostmortemStore;
  readonly clock: Clock;
}

/** Contract 4.1. */
export const incidentRoutes = ({ incidents, catalog, clock, ...deps }: IncidentRoutesDeps) =>
  ({
    listIncidents: async ({ scope, query, request }) => {
      const { deduplicated, sortBy = "recency", limit = INCIDENTS_LIMIT_DEFAULT, ...filter } = query;
      const page = await incidents.list(scope, { ...filter, sortBy, limit, deduplicated: deduplicated === "true" });
      return ok(page.incidents.map(incidentJson), {
        "x-total-count": String(page.total),
        "x-total-count-relation": page.totalIsExact ? "eq" : "gte",
        ...nextLink(request, page.cursor),
      });
    },
    createIncident: async ({ scope, body }) => {
      const opened = await createIncident(incidents, catalog, scope, body, clock.now());
      if (opened.outcome === "opened") return created(incidentJson(opened.incident));
      const { ruleId, decisionId } = opened;
      return ok({ suppressed: true, ruleId, decisionId });
    },
    getIncident: async ({ scope, path }) => ok(incidentJson(await incidents.get(scope, path.id))),
    changeIncidentStatus: async ({ scope, path, body }) =>
      ok(incidentJson(await changeStatus(incidents, scope, path.id, body.status, clock.now()))),
    listIncidentEvents: async ({ scope, path }) =>
      ok((await incidents.timeline(scope, path.id)).map((event) => formatTimes(event, "createdAt"))),
    diagnoseIncident: async ({ scope, path }) => {
      await deps.diagnoses.ask(scope, path.id, clock.now());
      return ok({ queued: true });
    },
    listSimilarIncidents: async ({ scope, path, query }) =>
      ok((await deps.similar.similar(scope, path.id, query.limit ?? SIMILAR_LIMIT_DEFAULT)).map(presentSimilar)),
    getIncidentStats: async ({ scope, query }) =>
      ok(await incidentStats(deps.incidentSums, scope, query.days, clock.now())),
    getIncidentTimeline: async ({ scope, query }) =>
      ok(await incidentTimeline(deps.incidentSums, scope, query.hours ?? TIMELINE_HOURS_DEFAULT, clock.now())),
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
      await addWorkflowEvent(deps.units, scope, path.id, body, clock.now());
      return ok({ created: true });
    },
    draftPostmortem: async ({ scope, path, response }) => {
      const draft = await draftPostmortem(deps.postmortems, scope, path.id, clock.now());
      response.status(200).type("text/markdown; charset=utf-8").send(draft);
      return null;
    },
  }) satisfies Partial<Routes>;

const presentSimilar = ({ incident, ...similar }: SimilarIncident) => ({
  incidentId: incident.id,
  title: incident.title,
  severity: incident.severity,
  status: incident.status,
  ...similar,
  resolvedAt: toIsoOrNull(incident.resolvedAt),
});
