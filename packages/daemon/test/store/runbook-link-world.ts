import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import {
  linkedRunbooks,
  linkRunbook,
  type RunbookLinkStore,
  unlinkRunbook,
} from "../../src/incident/incident-runbooks.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createRunbook, type Runbook, type RunbookStatus, type RunbookStore } from "../../src/runbook/runbook.ts";
import { createRunbookLinkStore } from "../../src/store/runbooks/runbook-links.ts";
import { createRunbookStore } from "../../src/store/runbooks/runbook-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, incident, NOW } from "./samples.ts";

/** The stores and helpers of the tests about links of runbooks. */
export function runbookLinkWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let runbooks: RunbookStore;
  let runbookLinks: RunbookLinkStore;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    runbooks = createRunbookStore(database);
    runbookLinks = createRunbookLinkStore(database, createUnits(database));
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  const open = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(given);
    await incidents.create(ACME, made, []);
    return made;
  };
  const write = async (slug: string, actionTags: string[] = [], status: RunbookStatus = "published") => {
    const made = await createRunbook(runbooks, ACME, { slug, title: slug, contentMd: `# ${slug}`, actionTags }, NOW);
    await runbooks.setStatus(ACME, made.id, status, NOW);
    return made;
  };
  const link = (to: Incident, runbook: Runbook, scope = ACME, at = NOW): Promise<void> =>
    linkRunbook(runbookLinks, scope, to.id, runbook.id, at);
  const unlink = (from: Incident, runbook: Runbook, scope = ACME): Promise<void> =>
    unlinkRunbook(runbookLinks, scope, from.id, runbook.id, NOW);
  const linked = async ({ id }: Incident): Promise<string[]> =>
    (await linkedRunbooks({ runbookLinks, runbooks }, ACME, id)).runbooks.map(({ slug }) => slug);
  const events = async ({ id }: Incident): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type, title }) => `${type}: ${title}`);
  const refused = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => "not refused",
      (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
    );

  return {
    open,
    write,
    link,
    linked,
    events,
    unlink,
    refused,
    get runbookLinks() {
      return runbookLinks;
    },
    get incidents() {
      return incidents;
    },
    get database() {
      return database;
    },
    get runbooks() {
      return runbooks;
    },
  };
}
