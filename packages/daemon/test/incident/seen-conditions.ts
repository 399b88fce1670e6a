import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { allIncidents } from "../correlate/history.ts";
import type { Fresh, MakeFresh } from "../store/engines.ts";
import { ACME, candidate, NOW, round } from "../store/samples.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";

/** The conditions of a service that are seen at minutes, with the built-in correlation. Without other words they are LOW. */
function createSeenConditions(database: Database, scope: Scope) {
  const commits = createCommitBatchStore(database, { builtIn: "merge" });
  const { organizationId } = scope;
  const all = () => allIncidents(database, scope);
  return {
    scope,
    async see(minute: number, deduplicationKey: string, given: Partial<Candidate> = {}): Promise<void> {
      const now = NOW + minute * MINUTE_MS;
      const title = `Traffic of checkout rose: ${deduplicationKey}`;
      const seen = { organizationId, deduplicationKey, title, severity: "LOW", observedAt: now, ...given } as const;
      const candidates = [candidate({ ...seen, resolveAfterMs: 15 * MINUTE_MS })];
      await commits.commit(round({ candidates }), openIncidents, now);
    },
    async resolve(minute: number): Promise<void> {
      const now = NOW + minute * MINUTE_MS;
      await resolveQuiet(database, now, 100, resolvingAt(now));
    },
    /** The key of the parent by the key of each incident. */
    async parents(): Promise<Record<string, string | null>> {
      const keyOf = new Map((await all()).map(({ id, deduplicationKey }) => [id, deduplicationKey]));
      const parents = (await all()).map(
        ({ deduplicationKey, parentIncidentId: parent }) =>
          [deduplicationKey, parent === null ? null : (keyOf.get(parent) as string)] as const,
      );
      return Object.fromEntries(parents);
    },
    /** The newest. */
    incidentWith: async (key: string) => (await all()).find(({ deduplicationKey }) => deduplicationKey === key),
  };
}

/** A database for the tests of a suite, and another organization for each call of `another`. */
export function useSeenConditions(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  after(() => store.drop());
  let organizations = 0;
  return {
    database: () => database,
    another: () => createSeenConditions(database, { ...ACME, organizationId: `org-${++organizations}` }),
  };
}
