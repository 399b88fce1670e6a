import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import {
  type CorrelationAction,
  type CorrelationRule,
  createRule,
  type RuleStore,
} from "../../src/correlate/correlation-rule.ts";
import { type AutoApplied, autoApply, recommendations } from "../../src/correlate/tuning.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import { correlationDecisionTable, type DecisionRow } from "../../src/store/correlation/correlation-tables.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createTuningStore } from "../../src/store/correlation/tuning-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, incident, NOW } from "./samples.ts";

/** Longer ago than a rule is left alone. */
export const EARLIER = NOW - 2 * DAY_MS;

/** The stores and helpers of the tests about the tuning of correlation rules. */
export function tuningWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let rules: RuleStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    rules = createRuleStore(database);
  });
  afterEach(() => store.drop());

  const ruleOf = async (action: CorrelationAction, given: Partial<CorrelationRule> = {}, scope = ACME) => {
    const { createdAt = EARLIER, name = action, priority = 10, enabled = true } = given;
    const conditions = { matchFields: ["service"], timeWindowMinutes: 30 } as const;
    return createRule(rules, scope, { name, description: "", conditions, action, priority, enabled }, createdAt);
  };
  const stored = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(given);
    await createUnits(database).run(made.organizationId, (unit) => unit.incidents.insert(made));
    return made;
  };
  const decide = (rule: CorrelationRule, given: readonly Partial<DecisionRow>[]): Promise<void> =>
    database.write((transaction) =>
      insertRows(
        transaction,
        correlationDecisionTable,
        given.map((each) => ({
          id: uuidv7(NOW),
          organizationId: rule.organizationId,
          incidentId: uuidv7(NOW),
          relatedIncidentId: null,
          ruleId: rule.id,
          ruleName: rule.name,
          action: rule.action,
          compared: {},
          gapMinutes: 1,
          reason: "Same service, 1 minute apart.",
          createdAt: NOW - MINUTE_MS,
          ...each,
        })),
      ),
    );
  /** As many decisions about so many incidents in turn, all of which ended well or badly: none is there any more. */
  const decideOften = async (rule: CorrelationRule, times: number, well: boolean, incidents = 5): Promise<void> => {
    const { organizationId } = rule;
    const ids: string[] = [];
    for (let n = 0; n < incidents; n++) {
      ids.push(well ? (await stored({ organizationId, status: "RESOLVED" })).id : uuidv7(NOW));
    }
    await decide(
      rule,
      Array.from({ length: times }, (_, n) => ({ incidentId: ids[n % incidents] as string })),
    );
  };
  const countsOf = async (scope: Scope = ACME, days = 30): Promise<Record<string, readonly [number, number]>> => {
    const listed = await recommendations(createTuningStore(database), scope, days, NOW);
    return Object.fromEntries(listed.map(({ name, usageCount, resolvedCount }) => [name, [usageCount, resolvedCount]]));
  };
  const apply = (now = NOW, scope = ACME): Promise<AutoApplied> =>
    autoApply(createTuningStore(database), scope, 30, now);
  const reasonOf = async (now = NOW): Promise<string> => {
    const outcome = await apply(now);
    if (outcome.applied) throw new Error(`The priority of ${outcome.name} was changed.`);
    return outcome.reason;
  };
  const priorityOf = async ({ id }: CorrelationRule): Promise<number> => (await rules.get(ACME, id)).priority;
  const ledger = (): Promise<DecisionRow[]> => database.reader.findBy(correlationDecisionTable, { action: "none" });

  return {
    ruleOf,
    stored,
    decide,
    countsOf,
    decideOften,
    apply,
    ledger,
    reasonOf,
    priorityOf,
    get rules() {
      return rules;
    },
    get database() {
      return database;
    },
    set database(value: Database) {
      database = value;
    },
    get store() {
      return store;
    },
  };
}
