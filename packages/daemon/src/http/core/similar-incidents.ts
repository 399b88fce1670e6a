import type { SimilarIncident, SimilarStore } from "../../incident/similar.ts";
import { toIsoOrNull } from "../../kernel/clock.ts";
import { SIMILAR_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import type { Routes } from "./route.ts";

const present = ({ incident, score, reasons, topSuccessfulActions, mttrMinutes }: SimilarIncident) => ({
  incidentId: incident.id,
  title: incident.title,
  severity: incident.severity,
  status: incident.status,
  score,
  reasons: [...reasons],
  topSuccessfulActions: [...topSuccessfulActions],
  mttrMinutes,
  resolvedAt: toIsoOrNull(incident.resolvedAt),
});

export interface SimilarRoutesDeps {
  readonly similar: SimilarStore;
}

/** Contract 4.1. */
export const similarRoutes = ({ similar }: SimilarRoutesDeps) =>
  ({
    listSimilarIncidents: async ({ scope, path, query }) => ({
      status: 200,
      body: (await similar.similar(scope, path.id, query.limit ?? SIMILAR_LIMIT_DEFAULT)).map(present),
    }),
  }) satisfies Partial<Routes>;
