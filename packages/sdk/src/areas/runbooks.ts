import type {
  ListRunbooksData,
  ListRunbookVersionsData,
  RunbookCreate,
  RunbookVersion,
  RunbookVersionCreate,
} from "../generated/types.gen.ts";
import { eachItem, everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the list. `limit` (1 to 1,000) is the size of a page. */
export type RunbookFilter = Query<ListRunbooksData>;
/** `limit` (1 to 500) is the size of a page. */
export type RunbookVersionFilter = Query<ListRunbookVersionsData>;

/** Runbooks: drafts, versions, and their links to incidents. */
export function createRunbooks({ api, with: how }: Port) {
  const list = (filter?: RunbookFilter, options?: CallOptions) =>
    page(api.listRunbooks({ query: filter, ...how(options) }));
  const versions = (id: string, filter?: RunbookVersionFilter, options?: CallOptions) =>
    page(api.listRunbookVersions({ path: { id }, query: filter, ...how(options) }));
  return {
    /**
     * One page of the runbooks that pass all filters, the newest first.
     * @example
     * const { items } = await tocsin.runbooks.list({ limit: 20 });
     * for (const { slug, title } of items) console.log(slug, title);
     */
    list,
    /**
     * Every runbook that passes the filters, page after page.
     * @example
     * for await (const { slug, status } of tocsin.runbooks.listAll()) console.log(slug, status);
     */
    listAll: everyItem(list),
    /**
     * Reads one runbook with the text of its latest version.
     * @example
     * const { title, contentMd } = await tocsin.runbooks.get("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(title, contentMd);
     */
    get: (id: string, options?: CallOptions) => data(api.getRunbook({ path: { id }, ...how(options) })),
    /**
     * One page of the versions of a runbook, the latest first.
     * @example
     * const { items } = await tocsin.runbooks.versions("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { limit: 5 });
     * console.log(items.map(({ version }) => version));
     */
    versions,
    /**
     * Every version of a runbook, page after page.
     * @example
     * for await (const { version, changeSummary } of tocsin.runbooks.allVersions("019353e1-7c1a-7000-8000-1b2c3d4e5f60"))
     *   console.log(version, changeSummary);
     */
    allVersions: (
      id: string,
      filter?: RunbookVersionFilter,
      options?: CallOptions,
    ): AsyncGenerator<RunbookVersion, void, undefined> =>
      eachItem((cursor) => versions(id, { ...filter, cursor }, options), filter?.cursor),
    /**
     * Creates a draft.
     * @throws ConflictError where the slug exists.
     * @example
     * const runbook = await tocsin.runbooks.create({
     *   slug: "checkout-latency",
     *   title: "Checkout is slow",
     *   contentMd: "# Look at the database first",
     * });
     * console.log(runbook.id);
     */
    create: (runbook: RunbookCreate, options?: CallOptions) =>
      data(api.createRunbook({ body: runbook, ...how(options) })),
    /**
     * Adds a version and answers it.
     * @throws ConflictError where it is not higher than the latest.
     * @example
     * await tocsin.runbooks.addVersion("019353e1-7c1a-7000-8000-1b2c3d4e5f60", {
     *   version: "1.1.0",
     *   contentMd: "# Look at the cache first",
     * });
     */
    addVersion: (id: string, version: RunbookVersionCreate, options?: CallOptions) =>
      data(api.addRunbookVersion({ path: { id }, body: version, ...how(options) })),
    /**
     * Publishes a runbook, so that it is recommended.
     * @example
     * await tocsin.runbooks.publish("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    publish: (id: string, options?: CallOptions) => data(api.publishRunbook({ path: { id }, ...how(options) })),
    /**
     * Takes a runbook out of use; it stays readable.
     * @example
     * await tocsin.runbooks.archive("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    archive: (id: string, options?: CallOptions) => data(api.archiveRunbook({ path: { id }, ...how(options) })),
    /**
     * The runbooks that are linked to an incident.
     * @example
     * const { runbooks } = await tocsin.runbooks.ofIncident("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(runbooks.map(({ title }) => title));
     */
    ofIncident: (incidentId: string, options?: CallOptions) =>
      data(api.listIncidentRunbooks({ path: { id: incidentId }, ...how(options) })),
    /**
     * The runbooks that fit an incident, and why.
     * @example
     * const { ranking } = await tocsin.runbooks.recommended("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * for (const { runbookId, score, reasons } of ranking) console.log(score, runbookId, reasons);
     */
    recommended: (incidentId: string, options?: CallOptions) =>
      data(api.recommendRunbooks({ path: { id: incidentId }, ...how(options) })),
    /**
     * Links a runbook to an incident; a second time changes nothing.
     * @example
     * await tocsin.runbooks.link("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "019353e2-11d0-7000-8000-0a1b2c3d4e5f");
     */
    link: (incidentId: string, runbookId: string, options?: CallOptions) =>
      data(api.linkRunbook({ path: { id: incidentId, runbookId }, ...how(options) })),
    /**
     * Takes the link away.
     * @example
     * await tocsin.runbooks.unlink("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "019353e2-11d0-7000-8000-0a1b2c3d4e5f");
     */
    unlink: (incidentId: string, runbookId: string, options?: CallOptions) =>
      data(api.unlinkRunbook({ path: { id: incidentId, runbookId }, ...how(options) })),
  };
}
