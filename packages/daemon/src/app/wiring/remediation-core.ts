import type { IncidentStore } from "../../incident/store.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Executor } from "../../remediate/executor.ts";
import type { CurrentPolicy } from "../../remediate/policy/policy.ts";
import type { RemediationDeps } from "../../remediate/request.ts";
import { createCatalogStore } from "../../store/catalog/catalog-store.ts";
import { createActionStore } from "../../store/remediation/action-store.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";

export interface RemediationParts {
  readonly config: Config;
  readonly database: Database;
  readonly incidents: Pick<IncidentStore, "get">;
  readonly policy: CurrentPolicy;
  readonly executorOf: (actionType: string) => Pick<Executor, "aim"> | undefined;
}

/** All that requesting, approving and rejecting is made of. */
export const remediationDeps = ({
  config,
  database,
  incidents,
  policy,
  executorOf,
}: RemediationParts): RemediationDeps => ({
  actions: createActionStore(database),
  incidents,
  catalog: createCatalogStore(database),
  policy,
  executorOf,
  mode: config.remediationMode,
  clock: systemClock,
});
