import { type RecommendDeps, recommendRunbooks } from "../../incident/recommend-runbooks.ts";
import { linkedRunbooks, linkRunbook, unlinkRunbook } from "../../incident/runbook-links.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import type { Routes } from "./route.ts";
import { presentRunbook } from "./runbooks.ts";

export interface IncidentRunbookRoutesDeps extends RecommendDeps {
  readonly clock: Clock;
}

/** Contract 4.4. */
export const incidentRunbookRoutes = ({ clock, ...deps }: IncidentRunbookRoutesDeps) =>
  ({
    listIncidentRunbooks: async ({ scope, path }) => {
      const { links, runbooks } = await linkedRunbooks(deps, scope, path.id);
      return {
        status: 200,
        body: {
          links: links.map((link) => ({ ...link, createdAt: toIso(link.createdAt) })),
          runbooks: runbooks.map(presentRunbook),
        },
      };
    },
    recommendRunbooks: async ({ scope, path }) => {
      const found = await recommendRunbooks(deps, scope, path.id);
      const { actionTypes, similarIncidentCount, linkedRunbookIds, ranking } = found;
      return {
        status: 200,
        body: {
          runbooks: found.runbooks.map(presentRunbook),
          linkedRunbookIds: [...linkedRunbookIds],
          sources: { actionTypes: [...actionTypes], similarIncidentCount },
          ranking: ranking.map((each) => ({ ...each, reasons: [...each.reasons] })),
        },
      };
    },
    linkRunbook: async ({ scope, path }) => {
      await linkRunbook(deps.runbookLinks, scope, path.id, path.runbookId, clock.now());
      return { status: 200, body: { linked: true } };
    },
    unlinkRunbook: async ({ scope, path }) => {
      await unlinkRunbook(deps.runbookLinks, scope, path.id, path.runbookId, clock.now());
      return { status: 200, body: { unlinked: true } };
    },
  }) satisfies Partial<Routes>;
