import { type Clock, toIso } from "../../kernel/clock.ts";
import { RUNBOOK_VERSIONS_LIMIT_DEFAULT, RUNBOOKS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { addVersion, createRunbook } from "../../runbook/change-runbooks.ts";
import type { Runbook, RunbookStore, RunbookVersion } from "../../runbook/runbook.ts";
import { nextLink } from "./next-link.ts";
import type { Routes } from "./route.ts";

export interface RunbookRoutesDeps {
  readonly runbooks: RunbookStore;
  readonly clock: Clock;
}

/** Contract 4.9. */
export const runbookRoutes = ({ runbooks, clock }: RunbookRoutesDeps) =>
  ({
    listRunbooks: async ({ scope, query, request }) => {
      const { limit = RUNBOOKS_LIMIT_DEFAULT, ...filter } = query;
      const page = await runbooks.list(scope, { ...filter, limit });
      return { status: 200, headers: nextLink(request, page.cursor), body: page.runbooks.map(presentRunbook) };
    },
    createRunbook: async ({ scope, body }) => ({
      status: 201,
      body: presentRunbook(await createRunbook(runbooks, scope, body, clock.now())),
    }),
    getRunbook: async ({ scope, path }) => ({
      status: 200,
      body: presentRunbook(await runbooks.get(scope, path.id)),
    }),
    listRunbookVersions: async ({ scope, path, query, request }) => {
      const { limit = RUNBOOK_VERSIONS_LIMIT_DEFAULT, cursor } = query;
      const page = await runbooks.versions(scope, path.id, limit, cursor);
      return { status: 200, headers: nextLink(request, page.cursor), body: page.versions.map(presentVersion) };
    },
    addRunbookVersion: async ({ scope, path, body }) => ({
      status: 201,
      body: presentVersion(await addVersion(runbooks, scope, path.id, body, clock.now())),
    }),
    publishRunbook: async ({ scope, path }) => {
      await runbooks.setStatus(scope, path.id, "published", clock.now());
      return { status: 200, body: { published: true } };
    },
    archiveRunbook: async ({ scope, path }) => {
      await runbooks.setStatus(scope, path.id, "archived", clock.now());
      return { status: 200, body: { archived: true } };
    },
  }) satisfies Partial<Routes>;

export const presentRunbook = ({ organizationId: _organization, ...runbook }: Runbook) => ({
  ...runbook,
  actionTags: [...runbook.actionTags],
  createdAt: toIso(runbook.createdAt),
  updatedAt: toIso(runbook.updatedAt),
});

const presentVersion = ({ organizationId: _organization, createdAt, ...version }: RunbookVersion) => ({
  ...version,
  createdAt: toIso(createdAt),
});
