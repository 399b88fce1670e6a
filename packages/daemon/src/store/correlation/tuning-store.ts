import { setImmediate as eventLoopTick } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { CorrelationAction, CorrelationRule } from "../../correlate/correlation-rule.ts";
import type { RuleEvidence, TuningStore } from "../../correlate/tuning.ts";
import { type IncidentStatus, isOver } from "../../model/incident.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows } from "../sql/sql-rows.ts";
import { query, raw, sql } from "../sql/statement.ts";
import { correlationDecisionTable, correlationRuleTable } from "./correlation-tables.ts";

/** Decisions looked at, the newest: of one rule, and of all of them, which share evenly where they are many. */
const RULE_DECISIONS_MAX = 10_000;
const DECISIONS_MAX = 50_000;
/** Read at once: a few milliseconds of SQLite, which answers nobody else meanwhile. */
const PAGE_DECISIONS = 500;

export const createTuningStore = (database: Database): TuningStore => ({
  async evidence(scope, since) {
    const { reader } = database;
    const rules = await reader.findBy(correlationRuleTable, { organizationId: scope.organizationId });
    const most = Math.min(RULE_DECISIONS_MAX, Math.ceil(DECISIONS_MAX / rules.length));
    const evidence = [];
    for (const rule of rules) evidence.push({ rule, ...(await countDecisions(reader, rule, since, most)) });
    return evidence;
  },
  retune: (scope, rule, priority, decision) =>
    writeLocked(database, scope, async (transaction) => {
      // Every change of a rule sets this time, so it identifies a state of the rule.
      const changed = await query(
        transaction,
        sql`update correlation_rule set priority = ${priority}, updated_at = ${decision.createdAt}
            where organization_id = ${scope.organizationId} and id = ${rule.id} and updated_at = ${rule.updatedAt}
            returning id`,
      );
      if (changed.length === 0) return false;
      await insertRows(transaction, correlationDecisionTable, [decision]);
      return true;
    }),
});

type Counts = Omit<RuleEvidence, "rule">;

/** The newest first, those of the rule's present action before those of one that it had before. */
async function countDecisions(
  reader: EntityManager,
  rule: CorrelationRule,
  since: number,
  most: number,
): Promise<Counts> {
  let [usageCount, resolvedCount, openCount] = [0, 0, 0];
  const incidents = new Set<string>();
  const former = (Object.keys(standing) as CorrelationAction[]).filter((action) => action !== rule.action);
  for (const action of [rule.action, ...former]) {
    let before: Place | undefined = { createdAt: Number.MAX_SAFE_INTEGER, seq: 0 };
    while (before && usageCount < most) {
      const size = Math.min(PAGE_DECISIONS, most - usageCount);
      const page: Ending[] = await readEndings(reader, rule, action, since, before, size);
      usageCount += page.length;
      for (const { status, aboutId } of page) {
        if (status !== null && isOver(status)) resolvedCount += 1;
        else if (status !== null) openCount += 1;
        incidents.add(aboutId);
      }
      before = page.length === size ? page.at(-1) : undefined;
      await eventLoopTick();
    }
  }
  return { usageCount, resolvedCount, openCount, incidentCount: incidents.size };
}

/** In the order of the decisions. */
interface Place {
  readonly createdAt: number;
  readonly seq: number;
}

interface Ending extends Place {
  /** The incident that stands for the newer one; the newer one itself where there is none any more. */
  readonly aboutId: string;
  /** Status of the incident that represents the newer one; null if it is gone. */
  readonly status: IncidentStatus | null;
}

/** By an action, the id of the incident that stands for the newer one. */
const standing: Readonly<Record<CorrelationAction, string>> = {
  merge: "newer.parent_incident_id",
  group: "decision.incident_id",
  suppress: "decision.related_incident_id",
};

/** The index correlation_decision_by_rule is walked backward; two incidents at most are looked up by id for each. */
function readEndings(
  reader: EntityManager,
  { id, organizationId }: CorrelationRule,
  action: CorrelationAction,
  since: number,
  before: Place,
  most: number,
): Promise<Ending[]> {
  return query(
    reader,
    sql`select decision.created_at as "createdAt", decision.seq, coalesce(existing.id, decision.incident_id) as "aboutId",
          existing.status from (
          select seq, organization_id, incident_id, related_incident_id, created_at from correlation_decision
          where organization_id = ${organizationId} and rule_id = ${id} and action = ${action}
            and created_at >= ${since} and (created_at, seq) < (${before.createdAt}, ${before.seq})
          order by created_at desc, seq desc limit ${most}
        ) as decision
        left join incident as newer
          on newer.organization_id = decision.organization_id and newer.id = decision.incident_id
        left join incident as existing
          on existing.organization_id = decision.organization_id and existing.id = ${raw(standing[action])}
        order by decision.created_at desc, decision.seq desc`,
  );
}
