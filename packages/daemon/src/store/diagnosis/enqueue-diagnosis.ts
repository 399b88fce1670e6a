import type { EntityManager } from "typeorm";
import { AUTOMATIC_MAX, asked } from "../../diagnose/job.ts";
import { type DiagnosisProgress, PROGRESS_CHARACTERS_MAX } from "../../diagnose/progress.ts";
import { toIso } from "../../kernel/clock.ts";
import { truncate } from "../../kernel/truncate.ts";
import type { Incident } from "../../model/incident.ts";
import { SYSTEM } from "../../model/scope.ts";
import { streamChangeTable } from "../incidents/incident-tables.ts";
import type { Turn } from "../incidents/turn.ts";
import { placeInLine } from "../jobs/place-in-line.ts";
import { insertRows, place } from "../sql/sql-rows.ts";
import { diagnosisJobTable } from "./diagnosis-tables.ts";

/** What a new job takes over from whoever asked. */
export interface Asking {
  readonly incidentId: string;
  readonly askedBy: string;
  readonly automatic: boolean;
}

/** Puts a job in line; the incident has none. The organization is locked. */
export async function enqueue(
  transaction: EntityManager,
  { organizationId }: Turn,
  asking: Asking,
  now: number,
): Promise<void> {
  const row = {
    ...asking,
    organizationId,
    askedAt: now,
    place: await placeOf(transaction, organizationId, asking.automatic),
    status: "PENDING",
    attempts: 0,
    claim: null,
    freeAt: now,
    endedAt: null,
  } as const;
  await insertRows(transaction, diagnosisJobTable, [row]);
}

/** Those that nobody asked for have a line of their own. */
export const placeOf = (transaction: EntityManager, organizationId: string, automatic: boolean): Promise<number> =>
  placeInLine(transaction, "diagnosis_job", `ended_at is null and automatic = ${Number(automatic)}`, organizationId);

/** How many of the organization wait or run, counted up to `most`. */
export async function countWaiting(
  transaction: EntityManager,
  organizationId: string,
  automatic: boolean,
  most: number,
): Promise<number> {
  const [found] = (await transaction.query(
    place(
      transaction,
      `select count(*) as count from (
         select 1 from diagnosis_job where organization_id = ? and automatic = ? and ended_at is null limit ?) as waiting`,
    ),
    [organizationId, Number(automatic), most],
  )) as [{ count: number | string }];
  return Number(found.count);
}

/**
 * Asks for the diagnosis of an incident that has just opened, where incidents are diagnosed by themselves and not too
 * many wait: a storm is not to keep workers busy for hours with what nobody looks at.
 */
export async function enqueueOpened(
  transaction: EntityManager,
  turn: Turn,
  incident: Incident,
  now: number,
): Promise<void> {
  const { diagnoses, organizationId } = turn;
  if (!diagnoses || incident.parentIncidentId !== null) return;
  diagnoses.waiting ??= await countWaiting(transaction, organizationId, true, AUTOMATIC_MAX);
  if (diagnoses.waiting >= AUTOMATIC_MAX) return;
  diagnoses.waiting += 1;
  await enqueue(transaction, turn, { incidentId: incident.id, askedBy: SYSTEM, automatic: true }, now);
  await writeProgress(transaction, turn, incident.id, asked(incident).progress, now);
}

/** Puts it on the organization's stream. */
export async function writeProgress(
  transaction: EntityManager,
  turn: Turn,
  incidentId: string,
  { diagnosisStatus, stage, message }: DiagnosisProgress,
  now: number,
): Promise<void> {
  const { organizationId } = turn;
  const told = {
    incidentId,
    diagnosisStatus,
    stage,
    message: truncate(message, PROGRESS_CHARACTERS_MAX),
    at: toIso(now),
  };
  const change = { organizationId, seq: ++turn.seq, event: "diagnosis", data: JSON.stringify(told) };
  await insertRows(transaction, streamChangeTable, [change]);
}
