import { demoteNoisy } from "../../detect/quality/demote-noisy-rules.ts";
import type { Rule } from "../../detect/rules/rule.ts";
import { HOUR_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createMeasureStore, createOrganizations } from "../../store/detection/rule-measures.ts";
import { createModeStore } from "../../store/detection/rule-mode-store.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Task } from "../runtime/schedule.ts";
import { createUnits } from "./incident-wiring.ts";

export interface DemotionDeps {
  readonly config: Pick<Config, "detectionAutoDemote">;
  readonly rules: readonly Rule[];
  readonly database: Database;
  readonly logger: Logger;
}

/** Turns rules that are proven noise into shadow rules, and logs it. */
export function demotionTasks({ config, rules, database, logger }: DemotionDeps, stop: AbortSignal): Task[] {
  if (!config.detectionAutoDemote) return [];
  const deps = {
    rules,
    modes: createModeStore(database, createUnits(database)),
    measures: createMeasureStore(database),
    organizations: createOrganizations(database),
  };
  const run = async (): Promise<void> => {
    for await (const demoted of demoteNoisy(deps, systemClock.now(), stop)) {
      logger.warn("Detection rule demoted to shadow: most of its incidents were noise", { ...demoted });
    }
  };
  return [{ name: "demote noisy rules", everyMs: HOUR_MS, run }];
}
