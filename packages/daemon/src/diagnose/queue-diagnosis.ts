import type { DiagnosisQueue, StreamRepository } from "../incident/unit-of-work.ts";
import { toIso } from "../kernel/clock.ts";
import { truncate } from "../kernel/truncate.ts";
import { SYSTEM } from "../model/scope.ts";
import { AUTOMATIC_MAX, asked, type DiagnosisProgress, PROGRESS_CHARACTERS_MAX } from "./job.ts";

/** Jobs of one organization within one transaction. */
export interface DiagnosisJobRepository {
  /** How many jobs wait or run, counted up to `limit`. */
  countOpen(automatic: boolean, limit: number): Promise<number>;
  /** The incident has no open job. */
  add(
    job: { readonly incidentId: string; readonly askedBy: string; readonly automatic: boolean },
    now: number,
  ): Promise<void>;
}

/**
 * Diagnoses incidents that open, unless too many automatic diagnoses wait: during an incident storm, workers must not be
 * busy for hours with diagnoses that nobody reads.
 */
export function createDiagnosisQueue(
  jobs: DiagnosisJobRepository,
  stream: StreamRepository,
  autoDiagnose: boolean,
): DiagnosisQueue {
  let open: number | undefined;
  return {
    async enqueueOpened(incident, now) {
      if (!autoDiagnose || incident.parentIncidentId !== null) return;
      open ??= await jobs.countOpen(true, AUTOMATIC_MAX);
      if (open >= AUTOMATIC_MAX) return;
      open += 1;
      await jobs.add({ incidentId: incident.id, askedBy: SYSTEM, automatic: true }, now);
      await announceProgress(stream, incident.id, asked(incident).progress, now);
    },
  };
}

export const announceProgress = (
  stream: StreamRepository,
  incidentId: string,
  { diagnosisStatus, stage, message }: DiagnosisProgress,
  now: number,
): Promise<void> =>
  stream.append("diagnosis", {
    incidentId,
    diagnosisStatus,
    stage,
    message: truncate(message, PROGRESS_CHARACTERS_MAX),
    at: toIso(now),
  });
