import type { DetectedIncident } from "../../detect/replay/overlap.ts";
import type { DetectedIncidents } from "../../detect/replay/preview.ts";
import { byCreation, type Place } from "../incident-index/by-creation.ts";
import type { Database } from "../sql/database.ts";

const COLUMNS = `id, rule_id as "ruleId", primary_service as "service", deduplication_key as "deduplicationKey",
  triggering_event_id as "triggeringEventId", status, updated_at as "updatedAt"`;

/** Incidents that were opened by hand are read too, and passed over. */
export const createDetectedIncidents = ({ reader }: Database): DetectedIncidents => ({
  async *detected(scope, from, to, most) {
    const after = { createdAt: from, number: 0 };
    for await (const page of byCreation<Row>(reader, scope, COLUMNS, { after, to, most }))
      yield page.filter(isDetected).map(presented);
  },
});

interface Row extends Place {
  readonly id: string;
  readonly ruleId: string | null;
  readonly service: string | null;
  readonly deduplicationKey: string;
  readonly triggeringEventId: string;
  readonly status: string;
  readonly resolvedAt: number | null;
  readonly updatedAt: number;
}
type DetectedRow = Row & { readonly ruleId: string; readonly service: string };

const isDetected = (row: Row): row is DetectedRow => row.ruleId !== null && row.service !== null;

/** An incident that was closed without being resolved was over at its last change. */
const presented = (row: DetectedRow): DetectedIncident => ({
  id: row.id,
  ruleId: row.ruleId,
  service: row.service,
  deduplicationKey: row.deduplicationKey,
  triggeringEventId: row.triggeringEventId,
  createdAt: row.createdAt,
  overAt: row.resolvedAt ?? (row.status === "CLOSED" ? row.updatedAt : null),
});
