import type { DiagnosisQueue, StreamRepository } from "../incident/unit-of-work.ts";
import { toIso } from "../kernel/clock.ts";
import { truncate } from "../kernel/truncate.ts";
import { SYSTEM } from "../model/scope.ts";
import { AUTOMATIC_MAX, asked, type DiagnosisProgress, PROGRESS_CHARACTERS_MAX } from "./job.ts";

export interface DiagnosisJobRepository {
  /** Open jobs, counted up to `limit`. */
  countOpen(automatic: boolean, limit: number): Promise<number>;
  /** The incident must have no open job. */
  add(
    job: { readonly incidentId: string; readonly askedBy: string; readonly automatic: boolean },
    now: number,
  ): Promise<void>;
}

/** Diagnoses opened incidents, unless too many jobs wait: in a storm nobody reads them. */
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
