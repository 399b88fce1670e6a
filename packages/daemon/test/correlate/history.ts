import fc from "fast-check";
import { type CorrelationRule, createRule, type GivenRule } from "../../src/correlate/correlation-rule.ts";
import { canBePartner, match } from "../../src/correlate/evaluate-rules.ts";
import { type Incident, isOver, type SignalType, severities } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { type IncidentRow, incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";

const signalTypes = ["log_error_rate", "log_fatal"] as const satisfies readonly SignalType[];

/** What rules look at. */
export interface Traits {
  readonly service: string;
  readonly severity: Incident["severity"];
  readonly signalType: SignalType;
}

export const traits: fc.Arbitrary<Traits> = fc.record({
  service: fc.constantFrom("checkout", "cart"),
  severity: fc.constantFrom(...severities),
  signalType: fc.constantFrom(...signalTypes),
});

/** Mostly all of them. */
const some = <Value>(values: readonly Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([...values]) }, { weight: 1, arbitrary: fc.subarray([...values]) });

/** Rules that are broad enough to match often. */
export const givenRules: fc.Arbitrary<GivenRule[]> = fc.array(
  fc.record({
    name: fc.constantFrom("one", "two", "three"),
    description: fc.constant(""),
    conditions: fc.record({
      matchFields: fc.oneof(
        fc.constantFrom(["service" as const], ["severity" as const]),
        fc.subarray(["service", "signalType", "severity"] as const, { minLength: 1 }),
      ),
      timeWindowMinutes: fc.constantFrom(0.5, 7, 200, 1000),
      severities: some(severities),
      signalTypes: some([...signalTypes, "unknown"]),
    }),
    action: fc.constantFrom("merge", "merge", "merge", "group", "suppress"),
    priority: fc.integer({ min: 0, max: 2 }),
    enabled: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 1, maxLength: 4, size: "max" },
);

/** Answers them in their order, the enabled ones. */
export async function writeRules(
  database: Database,
  scope: Scope,
  given: readonly GivenRule[],
  now: number,
): Promise<readonly CorrelationRule[]> {
  const store = createRuleStore(database);
  const made: CorrelationRule[] = [];
  // One after the other: the older of two equal ones goes first.
  for (const [index, each] of given.entries()) made.push(await createRule(store, scope, each, now + index));
  return made.filter(({ enabled }) => enabled).sort((one, other) => other.priority - one.priority);
}

/** All of the organization, the newest first. */
export const allIncidents = (database: Database, { organizationId }: Scope): Promise<IncidentRow[]> =>
  database.reader.find(incidentTable, { where: { organizationId }, order: { number: "DESC" } });

/** What rules say of an incident by the contract's words, looking at every incident there is. */
export function plainVerdict(
  incident: Pick<Incident, "primaryService" | "severity" | "signalType" | "createdAt">,
  rules: readonly CorrelationRule[],
  newestFirst: readonly Incident[],
) {
  for (const { id, conditions, action } of rules) {
    for (const existing of newestFirst) {
      const head = newestFirst.find((each) => each.id === existing.parentIncidentId) ?? existing;
      const found = match(conditions, incident, existing);
      if (!found || !canBePartner(action, existing.status) || (action === "merge" && isOver(head.status))) continue;
      return { action, ruleId: id, relatedIncidentId: existing.id, headId: head.id, ...found };
    }
  }
  return { action: "none" as const, ruleId: null, relatedIncidentId: null, compared: {}, gapMinutes: null };
}
