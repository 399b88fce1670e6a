import {
  linkedRunbooks,
  linkRunbook,
  type RecommendDeps,
  recommendRunbooks,
  unlinkRunbook,
} from "../../incident/incident-runbooks.ts";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { RUNBOOK_VERSIONS_LIMIT_DEFAULT, RUNBOOKS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import {
  addVersion,
  createRunbook,
  type Runbook,
  type RunbookStore,
  type RunbookVersion,
} from "../../runbook/runbook.ts";
import { created, nextLink, ok } from "./answers.ts";
import type { Routes } from "./route.ts";

export interface RunbookRoutesDeps extends RecommendDeps {
  readonly runbooks: RunbookStore;
  readonly clock: Clock;
}

/** Contract 4.9 and 4.4: runbooks, and those of an incident. */
export const runbookRoutes = ({ clock, ...deps }: RunbookRoutesDeps) => {
  const { runbooks, runbookLinks } = deps;
  return {
    listRunbooks: async ({ scope, query, request }) => {
      const { limit = RUNBOOKS_LIMIT_DEFAULT, ...filter } = query;
      const page = await runbooks.list(scope, { ...filter, limit });
      return ok(page.runbooks.map(presentRunbook), nextLink(request, page.cursor));
    },
    createRunbook: async ({ scope, body }) =>
      created(presentRunbook(await createRunbook(runbooks, scope, body, clock.now()))),
    getRunbook: async ({ scope, path }) => ok(presentRunbook(await runbooks.get(scope, path.id))),
    listRunbookVersions: async ({ scope, path, query, request }) => {
      const { limit = RUNBOOK_VERSIONS_LIMIT_DEFAULT, cursor } = query;
      const page = await runbooks.versions(scope, path.id, limit, cursor);
      return ok(page.versions.map(presentVersion), nextLink(request, page.cursor));
    },
    addRunbookVersion: async ({ scope, path, body }) =>
      created(presentVersion(await addVersion(runbooks, scope, path.id, body, clock.now()))),
    publishRunbook: async ({ scope, path }) => {
      await runbooks.setStatus(scope, path.id, "published", clock.now());
      return ok({ published: true });
    },
    archiveRunbook: async ({ scope, path }) => {
      await runbooks.setStatus(scope, path.id, "archived", clock.now());
      return ok({ archived: true });
    },
    listIncidentRunbooks: async ({ scope, path }) => {
      const linked = await linkedRunbooks(deps, scope, path.id);
      return ok({
        links: linked.links.map((link) => formatTimes(link, "createdAt")),
        runbooks: linked.runbooks.map(presentRunbook),
      });
    },
    recommendRunbooks: async ({ scope, path }) => {
      const found = await recommendRunbooks(deps, scope, path.id);
      const { actionTypes, similarIncidentCount, ...recommended } = found;
      return ok({
        ...recommended,
        runbooks: found.runbooks.map(presentRunbook),
        sources: { actionTypes, similarIncidentCount },
      });
    },
    linkRunbook: async ({ scope, path }) => {
      await linkRunbook(runbookLinks, scope, path.id, path.runbookId, clock.now());
      return ok({ linked: true });
    },
    unlinkRunbook: async ({ scope, path }) => {
      await unlinkRunbook(runbookLinks, scope, path.id, path.runbookId, clock.now());
      return ok({ unlinked: true });
    },
  } satisfies Partial<Routes>;
};

const presentRunbook = ({ organizationId: _organization, ...runbook }: Runbook) =>
  formatTimes(runbook, "createdAt", "updatedAt");

const presentVersion = ({ organizationId: _organization, ...version }: RunbookVersion) =>
  formatTimes(version, "createdAt");
